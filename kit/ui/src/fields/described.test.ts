import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DecimalField } from "./decimal-field.tsx";
import { Select } from "./select.tsx";

/** What is read out with the one element that this finds. */
function noteOf(html: string, element: RegExp): string | undefined {
  const id = /aria-describedby="([^"]+)"/.exec(element.exec(html)![0])?.[1];
  return id === undefined ? undefined : new RegExp(`id="${id}"[^>]*>(?:<svg.*?</svg>)?([^<]*)<`).exec(html)?.[1];
}

const choice = { label: "Network", items: [{ id: "a", label: "A" }], selected: undefined, onSelect: () => undefined };

test("what is wrong with a choice, or the hint to it, is read out with its button", () => {
  const said = (notes: object): string | undefined =>
    noteOf(renderToStaticMarkup(createElement(Select<string>, { ...choice, size: "form", ...notes })), /<button[^>]*>/);
  expect(said({ problem: "Choose one.", hint: "Cheap ones are slow." })).toBe("Choose one.");
  expect(said({ hint: "Cheap ones are slow." })).toBe("Cheap ones are slow.");
  expect(said({})).toBeUndefined();
});

const number = { label: "Price", value: "1", onChange: () => undefined, decimals: 2 };

test.each([true, false])("the hint of a number, its label inside: %s, is read out with it", (isLabelInside) => {
  const said = (notes: object): string | undefined =>
    noteOf(renderToStaticMarkup(createElement(DecimalField, { ...number, isLabelInside, ...notes })), /<input[^>]*>/);
  expect(said({ hint: "In USDT." })).toBe("In USDT.");
  expect(said({ hint: "In USDT.", problem: "Too low." })).toBe("Too low.");
  expect(said({})).toBeUndefined();
});
