import { bizId, calls, siteOfPath } from "@tidemark/contracts";
import { createClient } from "@tidemark/kit-client";
import { expect, test, vi } from "vitest";
import { firstAddresses } from "./first-addresses.ts";
import { filesFor } from "./first-files.ts";

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

test("files are those of the address and of the language, each once", () => {
  const files = {
    pages: { "/": ["/home.js", "/live.js"], "/spot/": ["/spot.js", "/live.js"] },
    words: { "de-DE": ["/de.js"], "en-US": ["/en.js", "/live.js"] },
  };
  expect(filesFor(files, "/", "en-US")).toEqual(["/home.js", "/live.js", "/en.js"]);
  expect(filesFor(files, "/spot/BTC_USDT", "de-DE")).toEqual(["/spot.js", "/live.js", "/de.js"]);
  expect(filesFor(files, "/markets", "fa-IR")).toEqual([]);
});
