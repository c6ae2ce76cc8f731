import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DecimalField } from "./decimal-field.tsx";
import { Select } from "./select.tsx";

/** The accessible description of the one element that matches. */
function noteOf(html: string, element: RegExp): string | undefined {
  const id = /aria-describedby="([^"]+)"/.exec(element.exec(html)![0])?.[1];
  return id === undefined ? undefined : new RegExp(`id="${id}"[^>]*>(?:<svg.*?</svg>)?([^<]*)<`).exec(html)?.[1];
}

const choice = { label: "Network", items: [{ id: "a", label: "A" }], selected: undefined, onSelect: () => undefined };

test("what is wrong with a choice, or the hint to it, is read out with its button", () => {
  const description = (notes: object): string | undefined =>
    noteOf(renderToStaticMarkup(createElement(Select<string>, { ...choice, size: "form", ...notes })), /<button[^>]*>/);
  expect(description({ problem: "Choose one.", hint: "Cheap ones are slow." })).toBe("Choose one.");
  expect(description({ hint: "Cheap ones are slow." })).toBe("Cheap ones are slow.");
  expect(description({})).toBeUndefined();
});

const number = { label: "Price", value: "1", onChange: () => undefined, decimals: 2 };

test.each([true, false])("the hint of a number, its label inside: %s, is read out with it", (isLabelInside) => {
  const description = (notes: object): string | undefined =>
    noteOf(renderToStaticMarkup(createElement(DecimalField, { ...number, isLabelInside, ...notes })), /<input[^>]*>/);
  expect(description({ hint: "In USDT." })).toBe("In USDT.");
  expect(description({ hint: "In USDT.", problem: "Too low." })).toBe("Too low.");
  expect(description({})).toBeUndefined();
});
