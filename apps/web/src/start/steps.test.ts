import { expect, test, vi } from "vitest";
import { steps } from "./steps.ts";

vi.mock("@tidemark/kit-ui", () => ({ loadFontsOf: async () => undefined }));
vi.mock("../lib/client/client.ts", () => ({ client: {} }));

test("[S4.2] a page starts by environment, languages, storage, app config and storage modules, in this order", () => {
  expect(steps.map(({ name }) => name)).toEqual([
    "environment",
    "languages",
    "storage",
    "app config",
    "storage modules",
  ]);
});
