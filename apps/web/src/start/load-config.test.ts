import type { AppConfig } from "@tidemark/contracts";
import { describe, expect, test, vi } from "vitest";
import { checkHost, type ConfigDeps, loadConfig } from "./load-config.ts";

const menus = { leftMenus: [], wallet: [], orders: [], messages: [], user: [] };
const biz = {
  version: 1,
  bizId: "exchange",
  lang: "en_US",
  locales: {},
  langs: { defaultLang: "en_US", list: ["en_US"] },
  compileHosts: { api: "", simulated: "" },
  tips: { phishing: { en_US: "This is not our site." } },
  website: "https://www.tidemark.example",
  switches: {},
  settings: { common: { robotVerifyType: "geetest" } },
  navbar: menus,
  storages: {},
  project: {
    name: "Tidemark",
    mark: "/mark.svg",
    colours: { dark: {}, light: {} },
    appStore: "",
    googlePlay: "",
    apk: "",
    downloadUrl: "/download",
    insuranceFund: { asset: "USDT", amount: "1", amountByLang: {} },
    registerBonus: { asset: "USDT", amount: "1", volume: "1", days: 1 },
    footer: [],
    sites: [],
    defaultCurrency: "USD",
    currencies: ["USD"],
    support: { email: "a@b.c", path: "" },
  },
};
const app = { version: 2, siteId: "MAIN", appId: "web-main" };
const good = (value: { version: number }) => ({ ok: true, value, source: "", seq: 0, stale: false }) as const;
const lost = { ok: false, code: 0, message: "", facts: {} } as const;
const missing = { ok: false, code: 40400, refusal: "NOT_FOUND", message: "", facts: {} } as const;

const depsWith = (fetch: ConfigDeps["fetch"], rest: Partial<ConfigDeps> = {}): ConfigDeps => ({
  fetch,
  sleep: vi.fn(async () => undefined),
  kept: null,
  appId: "web-main",
  siteId: "MAIN",
  hostname: "www.tidemark.example",
  isKnownHost: true,
  ...rest,
});
const both: ConfigDeps["fetch"] = async (name) => good(name === "exchange" ? biz : app);
const problemOf = (run: Promise<unknown>) =>
  run.then(
    () => "none",
    (error: { problem?: string }) => error.problem,
  );

describe("the app config", () => {
  test("[S7.32] is the two files as one, asked for with the version of the last visit", async () => {
    const asked: (string | undefined)[] = [];
    const kept = { version: 3 } as AppConfig;
    const config = await loadConfig(depsWith((name, v) => (asked.push(v), both(name, v)), { kept }));
    expect([config.version, config.siteId, config.bizId]).toEqual([3, "MAIN", "exchange"]);
    expect(asked).toEqual(["3", "3"]);
  });
  test("[S4.3] that is missing, broken or of another site raises the phishing alert", async () => {
    expect(await problemOf(loadConfig(depsWith(async () => missing)))).toBe("phishing");
    expect(await problemOf(loadConfig(depsWith(async () => good({ version: 1 }))))).toBe("phishing");
    expect(await problemOf(loadConfig(depsWith(both, { siteId: "KO" })))).toBe("phishing");
  });
  test("that nobody answers is asked for three times; then the kept one serves", async () => {
    const deps = depsWith(async () => lost);
    expect(await problemOf(loadConfig(deps))).toBe("unreachable");
    expect((deps.sleep as ReturnType<typeof vi.fn>).mock.calls).toEqual([[300], [600]]);
    const kept = { version: 3 } as AppConfig;
    expect(await loadConfig(depsWith(async () => lost, { kept }))).toBe(kept);
  });
  test("that cannot be had on a host which this build does not know is a copy's", async () => {
    expect(await problemOf(loadConfig(depsWith(async () => lost, { isKnownHost: false })))).toBe("phishing");
  });
});

describe("a page", () => {
  const config = { ...biz, ...app } as unknown as AppConfig;
  const problem = (hostname: string, hosts = {}) => {
    try {
      checkHost(hostname, config, hosts);
      return "none";
    } catch (error) {
      return (error as { problem: string }).problem;
    }
  };
  test("is ours on the official host, on those beside the configured API hosts, and on local ones", () => {
    const hosts = { api: ["https://a.tide2.exchange"] };
    const ours = ["www.tidemark.example", "tidemark.example", "www.tide2.exchange", "localhost", "192.168.1.4"];
    expect(ours.map((host) => problem(host, hosts))).toEqual(Array.from(ours, () => "none"));
  });
  test("is ours where the config says that the official website is, whatever this build was made for", () => {
    const harbour = { ...config, website: "https://www.harbour.example" };
    expect(() => checkHost("www.harbour.example", harbour, {})).not.toThrow();
    expect(() => checkHost("www.tidemark.example", harbour, {})).toThrow("phishing");
  });
  test("[S4.4 S6.18] anywhere else raises the phishing alert", () => {
    expect(["tidemark.example.evil.test", "evil.test"].map((host) => problem(host))).toEqual(["phishing", "phishing"]);
  });
});
