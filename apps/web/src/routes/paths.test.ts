import { expect, test, vi } from "vitest";
import { frameOfPath } from "../start/frame-of-path.ts";
import { isComing } from "../shell/menus/coming-rules.ts";

// Titles are macros that only the page's build expands.
vi.mock("@lingui/core/macro", () => ({ msg: () => ({ id: "" }) }));
const { builtPaths, comingPaths, mobilePaths } = await import("./paths.ts");

test("menus mark every path that is announced and none that is built", () => {
  const announced = [...comingPaths.map(({ path }) => path), ...mobilePaths.map(({ path }) => `/m/#${path}`)];
  expect(announced.filter((path) => !isComing(path))).toEqual([]);
  expect(
    Object.values(builtPaths)
      .map(({ path }) => path)
      .filter(isComing),
  ).toEqual([]);
});

test("the first outline has the frame that the route renders", () => {
  for (const { path, frame } of [...Object.values(builtPaths), ...comingPaths])
    if (path !== "/contract/simul") expect([path, frameOfPath(path)]).toEqual([path, frame]);
});
