import { expect, test } from "vitest";
import { partCount } from "../../tools/check/turns.ts";
import { projectsInTurn } from "./turns.ts";

const projects = [
  { name: "trade", testMatch: "trade.spec.ts" },
  { name: "coins", testMatch: "coins.spec.ts" },
  { name: "page", testMatch: ["start.spec.ts", "home.spec.ts"], dependencies: ["trade"] },
  { name: "pictures", testMatch: "pictures.spec.ts", dependencies: ["trade", "coins"] },
];
const filesOf = (turn: number | undefined) => projectsInTurn(projects, turn).flatMap(({ testMatch }) => testMatch);

test("the turns of so many days together run every file, and each of them what moves money", () => {
  const turns = Array.from({ length: partCount }, (_, day) => filesOf(20_775 + day));
  expect(new Set(turns.flat())).toEqual(new Set(filesOf(undefined)));
  for (const files of turns) expect(files).toContain("trade.spec.ts");
  expect(turns.map((files) => files.length)).toEqual([1, 2, 2, 2, 2]);
});

test("a project depends on those only that run in the same turn", () => {
  const pictures = projectsInTurn(projects, 4).find(({ name }) => name === "pictures");
  expect(pictures?.dependencies).toEqual(["trade"]);
  const page = projectsInTurn(projects, 2).find(({ name }) => name === "page");
  expect(page).toMatchObject({ testMatch: ["start.spec.ts"], dependencies: ["trade"] });
});

test("without a turn everything runs", () => {
  expect(projectsInTurn(projects, undefined)).toEqual(projects);
});
