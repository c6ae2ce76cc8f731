import { afterEach, expect, test, vi } from "vitest";

// Messages are made by the build.
vi.mock("./client-messages.ts", () => ({ m: {} }));

afterEach(() => vi.unstubAllGlobals());

const hosts = ["https://a1.tide.exchange", "https://a2.tide.exchange", "https://a3.tide.exchange"];

/** A page whose hosts do not answer. */
async function lostPage(isSignedIn: boolean) {
  vi.resetModules();
  vi.stubGlobal("location", {
    protocol: "https:",
    host: "www.tidemark.example",
    hostname: "www.tidemark.example",
    origin: "https://www.tidemark.example",
    pathname: "/markets",
  });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("fetch", (_url: string, { signal }: RequestInit) =>
    signal?.aborted === true ? Promise.reject(signal.reason as Error) : Promise.reject(new TypeError("fetch failed")),
  );
  const { client, setSessionCallbacks } = await import("./client.ts");
  const pageHosts = await import("./page-hosts.ts");
  pageHosts.setHosts({ api: hosts });
  const nothing = (): void => undefined;
  setSessionCallbacks({ isSignedIn: () => isSignedIn, renewed: nothing, ended: nothing, needed: nothing });
  return { client, apiOrigin: pageHosts.apiOrigin };
}

test("requests that fail together move a guest to the next host, not past it", async () => {
  const { client, apiOrigin } = await lostPage(false);
  await Promise.all([client.call("currentDatetime", {}), client.call("currentDatetime", {})]);
  expect(apiOrigin()).toBe(hosts[1]);
});

test("a request that the page gave up says nothing about its host", async () => {
  const { client, apiOrigin } = await lostPage(false);
  await client.call("currentDatetime", {}, { signal: AbortSignal.abort() });
  expect(apiOrigin()).toBe(hosts[0]);
});

test("whoever is signed in stays at the host that knows him", async () => {
  const { client, apiOrigin } = await lostPage(true);
  await client.call("currentDatetime", {});
  expect(apiOrigin()).toBe(hosts[0]);
});

test("a simulated page without an exchange sends nothing to the page's own host, which is the real one", async () => {
  vi.resetModules();
  const origin = "http://localhost:5173";
  const page = { protocol: "http:", host: "localhost:5173", hostname: "localhost", origin };
  vi.stubGlobal("location", { ...page, pathname: "/contract/simul/usdt/BTCUSDT-PERP" });
  vi.stubGlobal("addEventListener", () => undefined);
  const asked: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(new URL(url, origin).host);
    return Promise.reject(new TypeError("fetch failed"));
  });
  vi.stubGlobal(
    "WebSocket",
    class {
      constructor(url: string) {
        asked.push(new URL(url, origin).host);
      }
      addEventListener(): void {}
      close(): void {}
    },
  );
  const { client, realClient, socket } = await import("./client.ts");
  await client.call("placeOrder", { symbol: "BTCUSDT-PERP", side: "BUY", type: "MARKET", qty: "1" } as never);
  socket.restart();
  socket.close();
  expect(asked.length).toBeGreaterThan(1);
  expect(asked).not.toContain("localhost:5173");
  await realClient.call("currentDatetime", {});
  expect(asked.at(-1)).toBe("localhost:5173");
});
