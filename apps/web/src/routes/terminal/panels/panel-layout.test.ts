import { expect, test } from "vitest";
import { areasOf, frameStyle, panelLayouts, sizeVariable, usualLayout } from "./panel-layout.ts";

const style = (layout: Partial<typeof usualLayout>) =>
  frameStyle({ ...usualLayout, ...layout }) as Readonly<Record<string, string>>;

test("usually the chart is first, the book beside it, and the ticket last at full height", () => {
  expect(areasOf(usualLayout, false)).toEqual([
    ["bar", "bar", "side"],
    ["chart", "bt", "side"],
    ["dock", "dock", "side"],
  ]);
  expect(style({})["--frame-columns"]).toMatch(
    /^minmax\(0, 1fr\) min\(var\(--book-size, var\(--book-usual\)\), \d+%\)/,
  );
});

test("the column of markets is the first of the inner ones, and can be left out", () => {
  expect(areasOf(usualLayout, true)[1]).toEqual(["markets", "chart", "bt", "side"]);
  expect(style({ hasMarkets: false })["--wide-areas"]).toBe(style({})["--frame-areas"]);
});

test("[U.5] ticket, book and lists change their places", () => {
  const moved = { ...usualLayout, ticket: "first", book: "before", dock: "whole" } as const;
  expect(areasOf(moved, false)).toEqual([
    ["side", "bar", "bar"],
    ["side", "bt", "chart"],
    ["dock", "dock", "dock"],
  ]);
});

test("a size is in the style only where it was changed; others follow the width of the screen", () => {
  expect(style({})).not.toHaveProperty(sizeVariable("book"));
  expect(style({ sizes: { book: 360 } })[sizeVariable("book")]).toBe("360px");
  expect(style({ sizes: { dock: 160 } })[sizeVariable("dock")]).toBe("200px");
});

test("a folded dock is as high as its tabs and keeps its size for later", () => {
  const folded = style({ isDockFolded: true, sizes: { dock: 300 } });
  expect(folded["--dock-height"]).toBe("var(--head-height)");
  expect(folded[sizeVariable("dock")]).toBe("300px");
});

test("the layout of one trader is not that of another, and can be reset", () => {
  panelLayouts.change("1001", { ticket: "first" });
  expect(panelLayouts.get("1002")).toEqual(usualLayout);
  panelLayouts.reset("1001");
  expect(panelLayouts.get("1001")).toEqual(usualLayout);
});

test("[U.4] on a phone ticket and book share the width 6 : 4, and change their places", () => {
  expect(style({})["--phone-areas"]).toContain('"ticket book"');
  expect(style({})["--phone-columns"]).toMatch(/6fr.*4fr/);
  expect(style({ isBookFirst: true })["--phone-areas"]).toContain('"book ticket"');
  expect(style({ isBookFirst: true })["--phone-columns"]).toMatch(/4fr.*6fr/);
});
