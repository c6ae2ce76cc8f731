import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

/** A page at this path of the official site. */
async function pageAt(pathname: string) {
  vi.resetModules();
  vi.stubGlobal("location", {
    protocol: "https:",
    host: "www.tidemark.example",
    hostname: "www.tidemark.example",
    pathname,
  });
  return import("./page-hosts.ts");
}
const simulatedPaths = [
  "/contract/simul/usdt/BTCUSDT-PERP",
  "/contract/account/simul",
  "/contract/content/fund/simul",
  "/contract/content/markPrice/simul",
];

test.each(["", "/kr"])("[S2.29 S7.65] simulated paths behind %s/ ask a list of hosts of their own", async (prefix) => {
  for (const path of simulatedPaths) {
    const page = await pageAt(prefix + path);
    expect(page.apiOrigin()).toBe("https://s.tidemark.example");
    const simulated = ["https://s1.tide.exchange", "https://s2.tide.exchange"];
    page.setHosts({ api: ["https://a1.tide.exchange"], simulated });
    expect(page.apiOrigin()).toBe("https://s1.tide.exchange");
    page.noteHostFailed("https://s1.tide.exchange");
    expect(page.apiOrigin()).toBe("https://s2.tide.exchange");
  }
  const real = await pageAt(`${prefix}/contract/usdt/BTCUSDT-PERP`);
  expect(real.apiOrigin()).toBe("https://a.tidemark.example");
});

test("of requests that one host leaves without an answer the first moves on, and only in the lists that it stands in", async () => {
  const page = await pageAt("/markets");
  const api = ["https://a1.tide.exchange", "https://a2.tide.exchange", "https://a3.tide.exchange"];
  page.setHosts({ api, simulated: ["https://s1.tide.exchange", "https://s2.tide.exchange"] });
  page.noteHostFailed(api[0]!);
  page.noteHostFailed(api[0]!);
  page.noteHostFailed("https://s1.tide.exchange");
  expect(page.apiOrigin()).toBe(api[1]);
  page.noteHostFailed(api[1]!);
  expect(page.apiOrigin()).toBe(api[2]);
});

test.each([
  ["/markets", "MAIN", "/markets", "/markets"],
  ["/kr/markets", "KO", "/markets", "/kr/markets"],
  ["/vn", "VN", "/", "/vn/"],
  ["/br/auth/login", "BR", "/auth/login", "/br/auth/login"],
])("[D.58] %s is of the site %s, and its links keep the prefix", async (path, siteId, inSite, ofSite) => {
  const page = await pageAt(path);
  expect([page.site.siteId, page.pathInSite(path), page.pathOfSite(inSite)]).toEqual([siteId, inSite, ofSite]);
});

test("a page that both exchanges have is linked in its own", async () => {
  const real = await pageAt("/contract/usdt/BTCUSDT-PERP");
  expect(real.pathInExchange("/contract/content/fund")).toBe("/contract/content/fund");
  const simulated = await pageAt("/contract/simul/usdt/BTCUSDT-PERP");
  const twins = (["/contract/account", "/contract/content/fund", "/contract/content/markPrice"] as const).map((path) =>
    simulated.pathInExchange(path),
  );
  expect(twins).toEqual(simulatedPaths.slice(1));
});
