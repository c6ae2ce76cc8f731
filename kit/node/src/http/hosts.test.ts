import { expect, test } from "vitest";
import { hostsOf } from "./hosts.ts";

test("[D.31] production answers under the listed hosts and no other, and does not start without a list", () => {
  const hosts = hostsOf("GATEWAY_HOSTS", "www.tidemark.example,api.tidemark.example:8443", "production");
  expect(["www.tidemark.example", "WWW.Tidemark.Example", "api.tidemark.example:8443"].map(hosts.allows)).toEqual([
    true,
    true,
    true,
  ]);
  const others = [
    undefined,
    "",
    "tidemark.example",
    "www.tidemark.example:80",
    "127.0.0.1",
    "localhost",
    "evil.example",
  ];
  expect(others.filter(hosts.allows)).toEqual([]);
  expect(() => hostsOf("GATEWAY_HOSTS", "", "production")).toThrow("GATEWAY_HOSTS is not set");
  expect(() => hostsOf("GATEWAY_HOSTS", "https://www.tidemark.example", "production")).toThrow("is not a host");
});

test("development answers under any host, and with a list under these and its own machine", () => {
  expect(hostsOf("GATEWAY_HOSTS", "", "development").allows("192.168.0.7:5173")).toBe(true);
  const hosts = hostsOf("GATEWAY_HOSTS", "www.tidemark.example", "development");
  expect(["localhost:8080", "127.0.0.1", "www.tidemark.example"].map(hosts.allows)).toEqual([true, true, true]);
  expect(hosts.allows("evil.example")).toBe(false);
});
