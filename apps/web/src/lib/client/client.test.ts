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
