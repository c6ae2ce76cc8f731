import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { logoPaths, outlineHtml } from "./outline.ts";

test("the outline has the logo of the page, path by path", () => {
  const logo = readFileSync(new URL("../src/shell/logo.tsx", import.meta.url), "utf8");
  for (const path of [...logoPaths.mark, ...logoPaths.word]) expect(logo).toContain(`d="${path}"`);
});

test("the outline needs no style attribute, which the page's policy refuses", () => {
  expect(outlineHtml).not.toContain("style=");
  expect(outlineHtml).toContain("[grid-area:dock]");
});
