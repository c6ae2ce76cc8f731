import { expect, test } from "vitest";
import { importsOf } from "./page-words.ts";

const here = new URL("page-words.test.ts", import.meta.url).pathname;
const beside = (name: string): string => new URL(name, import.meta.url).pathname;

test("a file brings along what it imports and hands on, and fetches later what it imports later", () => {
  const source = `
    import { a } from "./packed-files.ts";
    import type { B } from "./page-contracts.ts";
    export { c } from "./first-script.ts";
    import gone from "./nowhere.ts";
    import { expect } from "vitest";
    const d = () => import("./page-words.ts");
    const e = () => import("vitest");
  `;
  const { still, later } = importsOf(here, source);
  expect(still).toEqual(["packed-files.ts", "page-contracts.ts", "first-script.ts"].map(beside));
  expect(later.map(({ path, start, end }) => [path, source.slice(start, end)])).toEqual([
    [beside("page-words.ts"), 'import("./page-words.ts")'],
  ]);
});
