import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sidesIn } from "./directions.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test.each([
  '<p className="ml-2">',
  '<p className="-mr-1.5 flex">',
  '"w768:pl-3"',
  '"absolute left-0"',
  '"rtl:right-[4px]"',
  '"rounded-l-panel"',
  '"rounded-tl-sheet"',
  '"border-r border-line"'.replace("border-r ", "border-r-2 "),
  '"text-left"',
  '"float-right"',
  "  margin-left: 4px;",
  "  right: 0;",
  "  text-align: left;",
  "style={{ paddingRight: 4 }}",
  "style={{ left: 0 }}",
  "  border-top-left-radius: 4px;",
  '"before:origin-right"',
  '"origin-top-left"',
  '"-translate-x-1/2"',
  '"w768:translate-x-[4px]"',
  '"bg-left bg-no-repeat"',
  '"object-right-bottom"',
])("%s means a side of the screen", (line) => {
  expect(sidesIn(line)).toHaveLength(1);
});

test.each([
  '<p className="ms-2 pe-1 start-0 text-start border-e rounded-s-panel">',
  '"text-left-over"',
  '"placeholder-right"',
  "  inset-inline-start: 0;",
  "  text-align: start;",
  "const left = 3;",
  '"before:origin-right rtl:before:origin-left"',
  '"-translate-x-1/2 rtl:translate-x-1/2"',
  '"translate-x-0 translate-y-1 origin-top bg-leftover"',
  "// The label stands left of it.",
])("%s does not", (line) => {
  expect(sidesIn(line)).toEqual([]);
});

test("a reason in the line above excuses a side", () => {
  expect(sidesIn("/* sides of the screen: a chart */\n  left: 0;")).toEqual([]);
});

test("screens and components speak of start and end", () => {
  const found = ["kit/ui/src", "apps/web/src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(?:tsx?|css)$/.test(path) && !path.endsWith(".test.ts"))
      .flatMap((path) =>
        sidesIn(readFileSync(join(root, folder, path), "utf8")).map(
          ({ line, text }) => `${folder}/${path}:${line} ${text}`,
        ),
      ),
  );
  expect(found).toEqual([]);
});
