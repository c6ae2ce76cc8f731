import type { Rolldown } from "vite";
import { expect, test } from "vitest";
import { preloadListOf } from "./first-script.ts";

const chunk = (fileName: string, facadeModuleId: string | null, imports: string[] = []): Rolldown.OutputChunk =>
  ({ type: "chunk", fileName, facadeModuleId, imports }) as unknown as Rolldown.OutputChunk;
const bundleOf = (chunks: Rolldown.OutputChunk[]): Rolldown.OutputBundle =>
  Object.fromEntries(chunks.map((one) => [one.fileName, one]));

const entry = chunk("a/main.js", "/web/index.html", ["a/react.js"]);
const home = chunk("a/home.js", "/web/src/routes/home/home-route.tsx", ["a/react.js", "a/live.js"]);
const spot = chunk("a/spot.js", "/web/src/routes/spot/spot-route.tsx", ["a/main.js", "a/live.js"]);
const contract = chunk("a/contract.js", "/web/src/routes/contract/contract-route.tsx", ["a/live.js"]);
const signInChunks = ["sign-in", "register"].map((name) =>
  chunk(`a/${name}.js`, `/web/src/routes/sign-in/${name}-route.tsx`),
);
const rest = [
  contract,
  ...signInChunks,
  chunk("a/react.js", null),
  chunk("a/live.js", null, ["a/socket.js"]),
  chunk("a/socket.js", null),
];
const parts = new Map([
  ["first", "first-0"],
  ["/web/src/routes/home/home-route.tsx", "home-1"],
]);

test("a page brings its files and theirs, but for what the bundle brings, and its words", () => {
  expect(preloadListOf(bundleOf([entry, home, spot, ...rest]), entry, parts, ["title", "lead"])).toEqual({
    texts: ["first-0"],
    pages: {
      "/": { files: ["/a/home.js", "/a/live.js", "/a/socket.js"], texts: ["home-1"], firstPaint: ["title", "lead"] },
      "/spot/": { files: ["/a/spot.js", "/a/live.js", "/a/socket.js"], texts: [] },
      "/contract/usdt/": { files: ["/a/contract.js", "/a/live.js", "/a/socket.js"], texts: [] },
      "/contract/coin/": { files: ["/a/contract.js", "/a/live.js", "/a/socket.js"], texts: [] },
      "/contract/simul/": { files: ["/a/contract.js", "/a/live.js", "/a/socket.js"], texts: [] },
      "/auth/login": { files: ["/a/sign-in.js"], texts: [] },
      "/auth/register/": { files: ["/a/register.js"], texts: [] },
    },
  });
});

test("a screen that was moved is missed when the page is built", () => {
  expect(() => preloadListOf(bundleOf([entry, home, ...rest]), entry, parts, [])).toThrow("/spot/");
});
