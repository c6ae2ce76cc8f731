import { expect, test } from "vitest";
import { appConfig } from "./app-config.ts";
import { mergeAppConfig, readAppConfig } from "./read-app-config.ts";

const biz = {
  version: 3,
  bizId: "exchange",
  lang: "en_US",
  locales: { fa_IR: "fa-IR-u-nu-latn" },
  langs: { defaultLang: "en_US", list: ["en_US", "ja_JP"] },
  compileHosts: { api: "", simulated: "" },
  tips: { phishing: { en_US: "Go to the official site.", ja_JP: "公式サイトへ。" } },
  website: "https://www.tidemark.example",
  switches: { earn: true },
  settings: { common: { robotVerifyType: "geetest" } },
  navbar: {
    leftMenus: [
      { id: "spot", path: "/spot/BTC_USDT", product: 2 },
      { id: "more", text: { en_US: "More" }, entries: [{ id: "p2p", path: "/p2p", flag: "p2p", switch: "p2p" }] },
      { id: "earn", path: "/personal/earn/flexible", tag: "apy" },
    ],
    wallet: [{ id: "assets", path: "/personal/assets" }],
    orders: [],
    messages: [],
    user: [],
  },
  storages: { spot: { version: 1, data: { favourites: [] } } },
  project: {
    name: "Tidemark",
    mark: "/mark.svg",
    colours: { dark: { brand: "#3fd0c0" }, light: {} },
    appStore: "",
    googlePlay: "",
    apk: "/download/app.apk",
    downloadUrl: "/download",
    insuranceFund: { asset: "USDT", amount: "50000000", amountByLang: { ja_JP: "40000000" } },
    registerBonus: { asset: "USDT", amount: "10", volume: "50000", days: 30 },
    footer: [{ id: "trade", entries: [{ id: "spot", path: "/spot/BTC_USDT" }] }],
    sites: [{ siteId: "MAIN", path: "/", text: { en_US: "Main" } }],
    defaultCurrency: "USD",
    currencies: ["USD", "JPY"],
    support: { email: "support@tidemark.example", path: "" },
  },
};
const app = { version: 4, siteId: "KO", appId: "web-ko", lang: "ko_KR", langs: { defaultLang: "ko_KR" } };

test("the site's config lies over the shared one: fields are merged, lists and values replaced", () => {
  const config = readAppConfig(biz, { ...app, project: { currencies: ["KRW"] }, switches: { p2p: true } })!;
  expect(config).toMatchObject({
    version: 7,
    siteId: "KO",
    lang: "ko_KR",
    langs: { defaultLang: "ko_KR", list: ["en_US", "ja_JP"] },
    switches: { earn: true, p2p: true },
  });
  expect(config.project.currencies).toEqual(["KRW"]);
  expect(config.project.insuranceFund.amountByLang.ja_JP).toBe("40000000");
  expect(biz.switches).toEqual({ earn: true });
});

test("either file alone, an envelope instead of a file, and no file at all are no config", () => {
  for (const [lower, upper] of [
    [biz, {}],
    [{}, app],
    [biz, undefined],
    [undefined, app],
    [biz, { code: 50002, message: "busy", data: {} }],
    [biz, "<!doctype html>"],
    [biz, [app]],
  ])
    expect(readAppConfig(lower, upper)).toBeUndefined();
});

test("a config cannot reach into what all objects have in common", () => {
  const config = readAppConfig(biz, JSON.parse(`{"__proto__": {"planted": 1}, ${JSON.stringify(app).slice(1)}`))!;
  expect((config as unknown as { planted?: number }).planted).toBeUndefined();
  expect(({} as { planted?: number }).planted).toBeUndefined();
});

type Way = readonly (string | number)[];
function* waysInto(value: unknown, way: Way = []): Generator<Way> {
  if (way.length > 0) yield way;
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value))
    yield* waysInto(inner, [...way, Array.isArray(value) ? Number(name) : name]);
}

function changed(config: unknown, way: Way, change: (holder: Record<string | number, unknown>) => void): unknown {
  const copy = structuredClone(config);
  let holder = copy as Record<string | number, unknown>;
  for (const step of way.slice(0, -1)) holder = holder[step] as Record<string | number, unknown>;
  change(holder);
  return copy;
}

test("[S3.30 S3.31 S3.34 S3.35 S3.36 S3.37 S3.38 S3.40] whatever is taken out of a config or made another kind, the page's check and the schema say the same", () => {
  const whole = mergeAppConfig(biz, app);
  const checkAgrees = (config: unknown, what: string): boolean => {
    const isWhole = appConfig.safeParse(config).success;
    expect({ what, isWhole: readAppConfig(config, { version: 0 }) !== undefined }).toEqual({ what, isWhole });
    return isWhole;
  };
  expect(checkAgrees(whole, "whole")).toBe(true);
  let broken = 0;
  for (const way of waysInto(whole)) {
    const last = way.at(-1)!;
    const without = changed(whole, way, (holder) =>
      Array.isArray(holder) ? holder.splice(Number(last), 1) : delete holder[last],
    );
    // A list that the schema wants at least one of is the schema's own business.
    if (way.at(-2) !== "list" && way.at(-2) !== "currencies") checkAgrees(without, `without ${way.join(".")}`);
    for (const other of [null, 1.5, "#", true, {}, []] as const) {
      const before = way.reduce<unknown>((at, step) => (at as Record<string | number, unknown>)[step], whole);
      const isSameKind = typeof before === typeof other && Array.isArray(before) === Array.isArray(other);
      if (isSameKind && before !== null && other !== null) continue;
      const isBroken = !checkAgrees(
        changed(whole, way, (holder) => void (holder[last] = other)),
        `${way.join(".")} = ${JSON.stringify(other)}`,
      );
      broken += isBroken ? 1 : 0;
    }
  }
  expect(broken).toBeGreaterThan(300);
});
