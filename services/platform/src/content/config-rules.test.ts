import { appConfig, bizId, langs, type MenuEntry, readAppConfig, sites } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { type ConfigPart, configBytesMax, problemOfConfigs } from "./config-rules.ts";
import { readConfigSeeds, readSeeds } from "./seeds.ts";

const parts = readConfigSeeds();
const bodyOf = (name: string): object => parts.find((part) => part.name === name)!.body as object;
/** The seeds with one of them changed. */
const withBody = (name: string, body: unknown): ConfigPart[] =>
  parts.map((part) => (part.name === name ? { ...part, body } : part));

test("the seeds make a whole config for every site, also in the eyes of a page", () => {
  expect(problemOfConfigs(parts)).toBeUndefined();
  for (const { siteId, appId } of sites) {
    const config = readAppConfig({ ...bodyOf(bizId), version: 1 }, { ...bodyOf(appId), version: 1 })!;
    expect(config).toMatchObject({ siteId, appId, bizId, version: 2 });
    expect(config.langs.list.toSorted()).toEqual([...langs].toSorted());
    expect(Object.keys(config.tips.phishing).toSorted()).toEqual([...langs].toSorted());
    expect(readSeeds().sites[siteId].defaultLang).toBe(config.langs.defaultLang);
    expect(readSeeds().currencyRates.map(({ name }) => name)).toEqual(
      expect.arrayContaining(config.project.currencies),
    );
  }
});

test("[S9.31 D.6] every switch that a menu of the seeds names is one, and P2P follows its flag", () => {
  const config = appConfig.parse({ ...bodyOf(bizId), ...bodyOf("web-main"), version: 0 });
  const entries: MenuEntry[] = [];
  const collect = (list: readonly MenuEntry[]): void => {
    for (const entry of list) {
      entries.push(entry);
      collect(entry.entries ?? []);
    }
  };
  for (const menu of [...Object.values(config.navbar), ...config.project.footer.map((column) => column.entries)])
    collect(menu);
  for (const entry of entries)
    if (entry.switch !== undefined) expect(Object.keys(config.switches)).toContain(entry.switch);
  expect(entries.filter(({ id }) => id === "p2p").map(({ flag }) => flag)).toEqual(["p2p"]);
  expect(config.project.insuranceFund).toMatchObject({ amount: "50000000", amountByLang: { ja_JP: "40000000" } });
});

test("[D.59] the orders menu has open, trigger, TP/SL and historical orders of every product that is traded", () => {
  const { navbar } = appConfig.parse({ ...bodyOf(bizId), ...bodyOf("web-main"), version: 0 });
  const kinds = ["open", "trigger", "tpsl", "history"];
  expect(navbar.orders.map(({ product, entries }) => [product, entries!.map(({ path }) => path)])).toEqual(
    [2, 4, 3, 5].map((product) => [product, kinds.map((kind) => `/personal/orders/${kind}?product=${product}`)]),
  );
});

test("[D.66] a site has its own language, currency, menus, footer, announcements and products where its file says so", () => {
  const announcement = { id: "opening", path: "/announcements/opening", text: { en_US: "We open on Monday" } };
  const own = {
    ...bodyOf("web-ko"),
    switches: { earn: false },
    navbar: { leftMenus: [{ id: "markets", path: "/markets" }] },
    project: {
      defaultCurrency: "KRW",
      currencies: ["KRW"],
      footer: [{ id: "announcements", entries: [announcement] }],
    },
  };
  expect(problemOfConfigs(withBody("web-ko", own))).toBeUndefined();
  const configOf = (body: object) => readAppConfig({ ...bodyOf(bizId), version: 1 }, { ...body, version: 1 })!;
  const [korea, main] = [configOf(own), configOf(bodyOf("web-main"))];
  expect([korea.lang, korea.project.defaultCurrency, korea.switches.earn]).toEqual(["ko_KR", "KRW", false]);
  expect([main.lang, main.project.defaultCurrency, main.switches.earn]).toEqual(["en_US", "USD", true]);
  expect(korea.navbar.leftMenus).toHaveLength(1);
  expect(korea.project.footer).toEqual([{ id: "announcements", entries: [announcement] }]);
  expect(main.navbar.leftMenus.length).toBeGreaterThan(5);
  expect(main.project.footer.map(({ id }) => id)).toEqual(["trade", "account", "trust"]);
});

test("[D.3] the currencies of the product are seeded with a rate each, and the site's own comes first", () => {
  const currencies = ["USD", "EUR", "GBP", "JPY", "KRW", "BRL", "VND", "TRY", "RUB", "IRR", "TWD"];
  expect(readSeeds().currencyRates.map(({ name }) => name)).toEqual(currencies);
  const firsts = sites.map(({ appId }) => {
    const { project } = readAppConfig({ ...bodyOf(bizId), version: 1 }, { ...bodyOf(appId), version: 1 })!;
    expect(project.currencies.toSorted()).toEqual(currencies.toSorted());
    return [project.currencies[0], project.defaultCurrency];
  });
  expect(firsts).toEqual([
    ["USD", "USD"],
    ["KRW", "KRW"],
    ["VND", "VND"],
    ["BRL", "BRL"],
  ]);
});

test("a shared config is judged by what it makes of every site", () => {
  const { website: _gone, ...without } = bodyOf(bizId) as { website: string };
  expect(problemOfConfigs(withBody(bizId, without))).toMatch(/^web-main: website/);
});

test.each([
  ["a field nobody knows", { ...bodyOf("web-ko"), colour: "red" }, /Unrecognized key/],
  ["the name of another app", { ...bodyOf("web-ko"), appId: "web-br" }, /appId: web-br is not web-ko/],
  [
    "a default language outside the list",
    { ...bodyOf("web-ko"), langs: { defaultLang: "ko_KR", list: ["en_US"] } },
    /ko_KR is not in/,
  ],
  [
    "a currency outside the list",
    { ...bodyOf("web-ko"), project: { defaultCurrency: "KRW", currencies: ["USD"] } },
    /KRW is not in the list/,
  ],
  ["a version of its own", { ...bodyOf("web-ko"), version: 9 }, /it is counted here/],
  ["a script as a link", { ...bodyOf("web-ko"), website: "javascript:alert(1)" }, /website: a path or an http address/],
  ["a list instead of an object", [], /it is no object/],
  ["more than a message of the bus can carry", { pad: "x".repeat(configBytesMax) }, /larger than/],
])("a site's config with %s is refused", (_what, body, problem) => {
  expect(problemOfConfigs(withBody("web-ko", body))).toMatch(problem);
});

test("a site's config over one that is not there, or over another site's, is refused", () => {
  const over = (biz: string): ConfigPart[] => parts.map((part) => (part.name === "web-vn" ? { ...part, biz } : part));
  expect(problemOfConfigs(over("nobody"))).toBe("web-vn: nobody is no shared config");
  expect(problemOfConfigs(over("web-main"))).toBe("web-vn: web-main is no shared config");
});
