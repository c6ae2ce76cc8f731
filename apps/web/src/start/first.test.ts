import { expect, test } from "vitest";
import { keptConfig } from "../lib/app-config.ts";
import { configModuleOf } from "./first-addresses.ts";
import { firstFilesFor } from "./first-files.ts";

test("the config of the last visit is looked for where it is kept", () => {
  expect(configModuleOf("MAIN")).toBe(keptConfig.name);
});

test("an address begins the files and the words of its page, and the words of every page", () => {
  const home = { files: ["/home.js", "/live.js"], words: ["home-1"] };
  const spot = { files: ["/spot.js", "/live.js"], words: ["spot-2", "order-3"] };
  const list = { words: ["first-0"], pages: { "/": home, "/spot/": spot } };
  expect(firstFilesFor(list, "/")).toEqual({ files: home.files, words: ["first-0", "home-1"] });
  expect(firstFilesFor(list, "/spot/BTC_USDT")).toEqual({ files: spot.files, words: ["first-0", "spot-2", "order-3"] });
  expect(firstFilesFor(list, "/markets")).toEqual({ files: [], words: ["first-0"] });
});
