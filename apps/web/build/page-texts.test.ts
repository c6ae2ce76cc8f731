import { expect, test } from "vitest";
import { importsOf } from "./page-texts.ts";

const here = new URL("page-texts.test.ts", import.meta.url).pathname;
const beside = (name: string): string => new URL(name, import.meta.url).pathname;

test("a file brings along what it imports and hands on, and fetches later what it imports later", () => {
  const source = `
    import { a } from "./compressed-files.ts";
    import type { B } from "./page-contracts.ts";
    export { c } from "./first-script.ts";
    import gone from "./nowhere.ts";
    import { expect } from "vitest";
    const d = () => import("./page-texts.ts");
    const e = () => import("vitest");
  `;
  const { staticImports, dynamicImports } = importsOf(here, source);
  expect(staticImports).toEqual(["compressed-files.ts", "page-contracts.ts", "first-script.ts"].map(beside));
  expect(dynamicImports.map(({ path, start, end }) => [path, source.slice(start, end)])).toEqual([
    [beside("page-texts.ts"), 'import("./page-texts.ts")'],
  ]);
});
