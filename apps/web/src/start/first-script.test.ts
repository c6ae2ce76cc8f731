import { expect, test } from "vitest";
import { keptConfig } from "../lib/config/app-config.ts";
import { configStorageKeyOf } from "./config-storage-key.ts";
import { preloadsFor } from "./preload-list.ts";

test("the config of the last visit is looked for where it is kept", () => {
  expect(configStorageKeyOf("MAIN")).toBe(keptConfig.name);
});

test("an address begins the files and the words of its page, and the words of every page", () => {
  const home = { files: ["/home.js", "/live.js"], texts: ["home-1"] };
  const spot = { files: ["/spot.js", "/live.js"], texts: ["spot-2", "order-3"] };
  const list = { texts: ["first-0"], pages: { "/": home, "/spot/": spot } };
  expect(preloadsFor(list, "/")).toEqual({ files: home.files, texts: ["first-0", "home-1"] });
  expect(preloadsFor(list, "/spot/BTC_USDT")).toEqual({ files: spot.files, texts: ["first-0", "spot-2", "order-3"] });
  expect(preloadsFor(list, "/markets")).toEqual({ files: [], texts: ["first-0"] });
});
