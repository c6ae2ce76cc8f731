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

const dark = tokensOf(":root");
const light = new Map([...dark, ...tokensOf('[data-theme="light"]')]);
const swapped = (name: string): string => name.replace(/rise|fall/, (word) => (word === "rise" ? "fall" : "rise"));

test.each([
  ["dark", dark, '[data-rise="red"]'],
  ["light", light, '[data-rise="red"][data-theme="light"]'],
] as const)("red up mirrors the whole family in %s", (_, plain, selector) => {
  const red = tokensOf(selector);
  const family = [...plain.keys()].filter((name) => /rise|fall/.test(name));
  expect([...red.keys()].toSorted()).toEqual(family.toSorted());
  for (const name of family) expect([name, red.get(name)]).toEqual([name, plain.get(swapped(name))]);
});

test.each([
  ["dark", dark],
  ["light", light],
] as const)("text meets AA in %s", (_, tokens) => {
  const of = (name: string): string => tokens.get(name)!;
  for (const ink of ["text", "muted", "brand-ink", "rise-ink", "fall-ink", "warn-ink"])
    for (const ground of ["surface", "raised", "hover"])
      expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(4.5);
  for (const solid of ["rise-solid", "fall-solid", "rise-solid-hover", "fall-solid-hover"])
    expect(contrast(of("on-solid"), of(solid))).toBeGreaterThanOrEqual(4.5);
  expect(contrast(of("on-brand"), of("brand-solid"))).toBeGreaterThanOrEqual(4.5);
});
