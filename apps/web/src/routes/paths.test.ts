import { createMemoryHistory, createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { expect, test, vi } from "vitest";
import { isSimulatedPath } from "../lib/client/simulated-path.ts";
import { frameOfPath } from "../start/frame-of-path.ts";
import { isComing } from "../shell/menus/coming-rules.ts";

// Titles are macros that only the page's build expands.
vi.mock("@lingui/core/macro", () => ({ msg: () => ({ id: "" }) }));
const { builtMobilePaths, builtPaths, comingPaths, pathMatching } = await import("./paths.ts");

test("menus mark every path that is announced and none that is built", () => {
  const announced = comingPaths.map(({ path }) => path);
  expect(announced.filter((path) => !isComing(path))).toEqual([]);
  expect(
    [
      ...Object.values(builtPaths).map(({ path }) => path),
      ...Object.values(builtMobilePaths).map(({ path }) => `/m/#${path}`),
    ].filter(isComing),
  ).toEqual([]);
});

test("the first outline has the frame that the route renders", () => {
  for (const { path, frame } of [...Object.values(builtPaths), ...comingPaths])
    if (path !== "/contract/simul") expect([path, frameOfPath(path)]).toEqual([path, frame]);
});

/** The template of the route that is nearest to an address. */
function routeOf(address: string): string {
  const root = createRootRoute();
  const paths = [...Object.values(builtPaths), ...comingPaths].map(({ path }) => path);
  const routeTree = root.addChildren(paths.map((path) => createRoute({ getParentRoute: () => root, path })));
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree, history, ...pathMatching });
  return router.matchRoutes(router.latestLocation).at(-1)!.fullPath;
}

test.each([
  "/contract/simul/usdt/BTCUSDT-PERP",
  "/contract/Simul/usdt/BTCUSDT-PERP",
  "/CONTRACT/SIMUL/usdt/BTCUSDT-PERP",
  "/contract/simul/",
  "/contract//simul/usdt/BTCUSDT-PERP",
  "/contract/account/simul/",
  "/contract/account/SIMUL",
  "/contract/content/fund/simul/",
  "/contract/content/fund/Simul",
  "/contract/content/markprice/simul",
  "/contract/content/markPrice/simul/",
])("[S2.25] %s opens a simulated page only at the simulated exchange", (address) => {
  if (isSimulatedPath(routeOf(address))) expect(isSimulatedPath(address)).toBe(true);
});

test("a simulated path is found in its own letters alone", () => {
  expect(routeOf("/contract/simul/usdt/BTCUSDT-PERP")).toBe("/contract/simul/usdt/$symbol");
  expect(routeOf("/contract/Simul/usdt/BTCUSDT-PERP")).toBe("/");
});
