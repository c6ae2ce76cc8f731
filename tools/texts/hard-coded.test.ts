import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { root } from "./catalogues.ts";
import { hardCodedIn } from "./hard-coded.ts";

test("the console has no words outside of its messages", () => {
  expect(hardCodedIn("apps/console", root)).toEqual([]);
});

test("words between tags, in a label and in a branch are found in a planted file", () => {
  const path = "apps/console/src/features/c/case.tsx";
  expect(hardCodedIn("apps/console", fileURLToPath(new URL("../check/planted", import.meta.url)))).toEqual([
    `${path}:2: Open case`,
    `${path}:3: Waits for a decision`,
    `${path}:5: Since yesterday`,
    `${path}:6: Open`,
  ]);
});
