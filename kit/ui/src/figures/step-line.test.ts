import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StepLine } from "./step-line.tsx";

const steps = [
  { id: "data", label: "Data", isDone: true },
  { id: "document", label: "Document", isDone: true },
  { id: "submit", label: "Submit", isDone: false },
];
const drawn = (current: string): string[] =>
  renderToStaticMarkup(createElement(StepLine, { label: "Steps", steps, current }))
    .split("<li")
    .slice(1);

test("one step is the current one, also where it was done before", () => {
  const rows = drawn("document");
  expect(rows.map((row) => row.includes('aria-current="step"'))).toEqual([false, true, false]);
  expect(rows[1]).toContain(">2<");
});

test("what is done has a tick, what is to come its number; labels stay for screen readers", () => {
  const [data, , submit] = drawn("document");
  expect([data!.includes("<svg"), submit!.includes("<svg"), submit!.includes(">3<")]).toEqual([true, false, true]);
  for (const [at, row] of drawn("data").entries()) expect(row).toContain(steps[at]!.label);
});
