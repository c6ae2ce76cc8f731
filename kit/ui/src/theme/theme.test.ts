import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");

function tokensOf(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  const body = css.slice(css.indexOf("{", start) + 1, css.indexOf("}", start));
  return new Map([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1]!, match[2]!]));
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
const contrast = (a: string, b: string): number => {
  const [high, low] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (high! + 0.05) / (low! + 0.05);
};

/** A colour with transparency (#rrggbbaa) over an opaque one. */
function laidOn(over: string, ground: string): string {
  const share = parseInt(over.slice(7, 9), 16) / 255;
  const part = (colour: string, at: number): number => parseInt(colour.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) => Math.round(part(over, at) * share + part(ground, at) * (1 - share)))
    .map((value) => value.toString(16).padStart(2, "0"))
    .join("")}`;
}

const dark = tokensOf(":root");
const light = new Map([...dark, ...tokensOf('[data-theme="light"]')]);
const simulated = new Map([...dark, ...tokensOf(":root:root[data-sim]")]);
const simulatedLight = new Map([
  ...light,
  ...tokensOf(":root:root[data-sim]"),
  ...tokensOf(':root:root[data-sim][data-theme="light"]'),
]);
const swapped = (name: string): string => name.replace(/rise|fall/, (text) => (text === "rise" ? "fall" : "rise"));

test.each([
  ["dark", dark, '[data-rise="red"]'],
  ["light", light, '[data-rise="red"][data-theme="light"]'],
] as const)("[D.87] red up mirrors the whole family in %s", (_, plain, selector) => {
  const red = tokensOf(selector);
  const family = [...plain.keys()].filter((name) => /rise|fall/.test(name));
  expect([...red.keys()].toSorted()).toEqual(family.toSorted());
  for (const name of family) expect([name, red.get(name)]).toEqual([name, plain.get(swapped(name))]);
});

test.each([
  ["dark", dark],
  ["light", light],
  ["dark, simulated", simulated],
  ["light, simulated", simulatedLight],
] as const)("[D.88] text meets AA in %s", (_, tokens) => {
  const of = (name: string): string => tokens.get(name)!;
  for (const ink of ["text", "muted", "brand-ink", "rise-ink", "fall-ink", "warn-ink", "info-ink"])
    for (const ground of ["canvas", "surface", "raised", "hover"])
      expect([ink, ground, contrast(of(ink), of(ground)) >= 4.5]).toEqual([ink, ground, true]);
  // A tag: the ink of a hue on its tint, on every background.
  for (const hue of ["brand", "rise", "fall", "warn", "info"])
    for (const ground of ["canvas", "surface", "raised", "hover"]) {
      const tint = laidOn(of(`${hue}-soft`), of(ground));
      expect([hue, ground, contrast(of(`${hue}-ink`), tint) >= 4.5]).toEqual([hue, ground, true]);
    }
  for (const solid of ["rise-solid", "fall-solid", "rise-solid-hover", "fall-solid-hover"])
    expect(contrast(of("on-solid"), of(solid))).toBeGreaterThanOrEqual(4.5);
  expect(contrast(of("on-brand"), of("brand-solid"))).toBeGreaterThanOrEqual(4.5);
});

test.each([
  ["dark", '[data-rise="red"]', dark],
  ["light", '[data-rise="red"][data-theme="light"]', light],
] as const)("[D.88] text meets AA in %s with red up", (_, selector, plain) => {
  const tokens = new Map([...plain, ...tokensOf(selector)]);
  for (const ink of ["rise-ink", "fall-ink"])
    for (const ground of ["canvas", "surface", "raised", "hover"])
      expect(contrast(tokens.get(ink)!, tokens.get(ground)!)).toBeGreaterThanOrEqual(4.5);
  for (const solid of ["rise-solid", "fall-solid", "rise-solid-hover", "fall-solid-hover"])
    expect(contrast(tokens.get("on-solid")!, tokens.get(solid)!)).toBeGreaterThanOrEqual(4.5);
});

test("light names every colour that dark names, but what is the same in both", () => {
  const colours = [...dark].filter(([, value]) => value.startsWith("#")).map(([name]) => name);
  const missing = colours.filter((name) => !tokensOf('[data-theme="light"]').has(name));
  expect(missing).toEqual(["on-solid", "qr-paper", "qr-ink"]);
});

test("layers lie in the order nav, modal, menu, toast", () => {
  const numbers = new Map([...css.matchAll(/--z-(\w+):\s*(\d+)/g)].map((match) => [match[1]!, Number(match[2])]));
  expect(Object.fromEntries(numbers)).toEqual({ bar: 10, nav: 900, modal: 1_002, menu: 1_003, toast: 1_004 });
});

test("layouts change at the six widths only", () => {
  const folder = new URL(".", import.meta.url);
  const sheets = ["theme.css", "tokens.css"].map((name) => readFileSync(new URL(name, folder), "utf8")).join("");
  const widths = [...sheets.matchAll(/\((min|max)-width: (\d+)px\)/g)].map((match) =>
    match[1] === "min" ? Number(match[2]) : Number(match[2]) + 1,
  );
  for (const width of widths) expect([768, 980, 1_024, 1_200, 1_400, 1_600]).toContain(width);
});

test("[S9.25] layouts change at 768, 980, 1024, 1200, 1400 and 1600 px and nowhere else: a phone ends at 767, a tablet at 1023", () => {
  const theme = readFileSync(new URL("theme.css", import.meta.url), "utf8");
  expect([...theme.matchAll(/--breakpoint-w\d+: (\d+)px/g)].map(([, width]) => Number(width))).toEqual([
    768, 980, 1024, 1200, 1400, 1600,
  ]);
});
