import { createCipheriv, randomBytes } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { decodedHosts, derivedHosts, environmentOf, isAllowedHost } from "./hosts.ts";
import { isSimulatedPath, realPathOf } from "./simulated-path.ts";

const page = (host: string, protocol = "https:") => ({ protocol, host, hostname: host.replace(/:\d+$/, "") });

describe("the API host", () => {
  test("[S7.63] of production is the page's own with a. in place of www.", () => {
    expect(derivedHosts(page("www.tide.exchange")).api).toEqual(["https://a.tide.exchange"]);
    expect(derivedHosts(page("tide.exchange")).api).toEqual(["https://a.tide.exchange"]);
    expect(derivedHosts(page("www.tide.exchange")).simulated).toEqual(["https://s.tide.exchange"]);
  });
  test("[S7.61 S7.62] of local pages is the page's own origin; test and staging have fixed ones", () => {
    expect(["localhost", "127.0.0.1", "192.168.7.20"].map(environmentOf)).toEqual(["local", "local", "local"]);
    expect(derivedHosts(page("localhost:5173", "http:")).api).toEqual([""]);
    expect(derivedHosts(page("test.tidemark.example")).api).toEqual(["https://a.test.tidemark.example"]);
    expect(derivedHosts(page("staging.tidemark.example")).resources).toBe("https://r.staging.tidemark.example");
  });
});

test("[S7.66] each environment has one host of resources: local pages and production their own, test and staging a fixed one", () => {
  const pages = ["localhost:5173", "test.tidemark.example", "staging.tidemark.example", "www.tide.exchange"];
  expect(pages.map((host) => derivedHosts(page(host)).resources)).toEqual([
    "",
    "https://r.test.tidemark.example",
    "https://r.staging.tidemark.example",
    "",
  ]);
});

test("[S2.25 S2.26 S2.27 S2.28] simulated paths are two beginnings and two whole paths", () => {
  const simulated = [
    "/contract/simul/usdt/BTC",
    "/contract/account/simul",
    "/contract/content/fund/simul",
    "/contract/content/markPrice/simul",
  ];
  const real = ["/contract/simulated", "/contract/account", "/contract/content/fund", "/contract/content/fund/simul/x"];
  expect(simulated.map(isSimulatedPath)).toEqual([true, true, true, true]);
  expect(real.map(isSimulatedPath)).toEqual([false, false, false, false]);
});

test("the way back from a simulated page is the same screen of the real exchange", () => {
  expect(realPathOf("/contract/simul/usdt/BTCUSDT-PERP")).toBe("/contract/usdt/BTCUSDT-PERP");
  expect(realPathOf("/contract/account/simul")).toBe("/contract/account");
  expect(realPathOf("/contract/content/fund/simul")).toBe("/contract/content/fund");
});

test("a local page without a simulated exchange has no host for it, least of all its own", () => {
  expect(derivedHosts({ protocol: "http:", host: "localhost:5173", hostname: "localhost" }).simulated).toEqual([]);
});

test("[S6.14 S6.16 S6.17] only local hosts and configured ones are ours", () => {
  const configured = ["www.tidemark.example"];
  const ours = ["localhost", "127.0.0.1", "192.168.0.9", "www.tidemark.example"];
  const others = ["tidemark.example.evil.test", "192.168.evil.test", "evil.test", "localhost.evil.test", "10.0.0.1"];
  expect(ours.map((host) => isAllowedHost(host, configured))).toEqual([true, true, true, true]);
  expect(others.map((host) => isAllowedHost(host, configured))).toEqual(Array.from(others, () => false));
});

describe("an address that the build is configured with", () => {
  const hostsAt = async (address: string): Promise<typeof import("./hosts.ts")> => {
    vi.stubEnv("VITE_ADDRESS", address);
    vi.resetModules();
    const hosts = await import("./hosts.ts");
    vi.unstubAllEnvs();
    return hosts;
  };
  test("[S6.15] is ours beside loopback and 192.168.*, and its page asks its own host", async () => {
    const own = await hostsAt("203.0.113.7");
    const ours = ["203.0.113.7", "127.0.0.1", "[::1]", "192.168.0.9"];
    expect(ours.map((host) => own.isAllowedHost(host, []))).toEqual([true, true, true, true]);
    expect(["203.0.113.8", "203.0.113.7.evil.test", "10.0.0.1"].map((host) => own.isAllowedHost(host, []))).toEqual([
      false,
      false,
      false,
    ]);
    expect(own.derivedHosts(page("203.0.113.7:8080", "http:")).api).toEqual([""]);
    expect(isAllowedHost("203.0.113.7", [])).toBe(false);
    expect((await hostsAt("[2001:db8::7]")).isAllowedHost("[2001:db8::7]", [])).toBe(true);
  });
  test("is no name, and nothing at all where none is configured", async () => {
    expect((await hostsAt("evil.test")).isAllowedHost("evil.test", [])).toBe(false);
    expect((await hostsAt("")).isAllowedHost("", [])).toBe(false);
  });
});

describe("a configured list of hosts", () => {
  const key = randomBytes(24);
  function encoded(value: unknown, by = key): string {
    const iv = randomBytes(16);
    const cipher = createCipheriv("aes-192-cbc", by, iv);
    return Buffer.concat([iv, cipher.update(JSON.stringify(value)), cipher.final()]).toString("base64");
  }
  const hosts = ["https://a1.tide.exchange", "https://a2.tide.exchange"];
  test("[S7.64 S9.57] is decoded by the AES-192-CBC routine with the page's key", async () => {
    expect(await decodedHosts(encoded(hosts), key.toString("hex"))).toEqual(hosts);
  });
  test("[D.30] that does not decode, or holds something else than origins, is as good as none", async () => {
    const hex = key.toString("hex");
    expect(await decodedHosts("", hex)).toBeUndefined();
    expect(await decodedHosts("not base64!", hex)).toBeUndefined();
    expect(await decodedHosts(encoded(hosts, randomBytes(24)), hex)).toBeUndefined();
    expect(await decodedHosts(encoded([]), hex)).toBeUndefined();
    expect(await decodedHosts(encoded(["javascript:alert(1)"]), hex)).toBeUndefined();
    expect(await decodedHosts(encoded(["https://a.tide.exchange/path"]), hex)).toBeUndefined();
  });
});
