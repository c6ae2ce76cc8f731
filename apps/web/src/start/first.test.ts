import { bizId, calls, siteOfPath } from "@tidemark/contracts";
import { createClient } from "@tidemark/kit-client";
import { expect, test, vi } from "vitest";
import { keptConfig } from "../lib/app-config.ts";
import { configModuleOf, firstAddresses } from "./first-addresses.ts";
import { firstFilesFor } from "./first-files.ts";

test("what begins before the bundle is what the client asks at the start, to the letter", async () => {
  const asked: string[] = [];
  const fetch = vi.fn(async (url: string) => (asked.push(url), Response.json({})));
  const client = createClient({ baseUrl: "", fetch });
  const { appId } = siteOfPath("/kr/markets");
  await client.call("currentDatetime", {});
  for (const v of [{}, { v: "7" }]) for (const name of [bizId, appId]) await client.call("configFile", { name, ...v });
  const [datetime, ...configs] = asked;
  expect(firstAddresses([bizId, appId], undefined)).toEqual([datetime, ...configs.slice(0, 2)]);
  expect(firstAddresses([bizId, appId], 7)).toEqual([datetime, ...configs.slice(2)]);
  expect(calls.currentDatetime.needs).toBe("nothing");
});

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
