import { expect, test } from "vitest";
import { developmentRegions } from "../development-regions.ts";
import { openRegions } from "./region.ts";

test("[D.40] an address has the country that the database says, also when it came by an IPv6 socket", async () => {
  const regionOf = await openRegions(developmentRegions);
  expect(regionOf("8.8.8.8")).toBe("US");
  expect(regionOf("168.126.63.1")).toBe("KR");
  expect(regionOf("::ffff:168.126.63.1")).toBe("KR");
  expect(regionOf("2001:4860:4860::8888")).toBe("US");
});

test("this machine, a private network and what is no address have none", async () => {
  const regionOf = await openRegions(developmentRegions);
  for (const ip of [
    "127.0.0.1",
    "::1",
    "::ffff:127.0.0.1",
    "10.1.2.3",
    "172.20.0.1",
    "192.168.1.1",
    "fe80::1",
    "fd00::1",
  ])
    expect(regionOf(ip)).toBeUndefined();
  for (const ip of ["", "nonsense", "1.2.3", "999.1.1.1"]) expect(regionOf(ip)).toBeUndefined();
});

test("a database that is not there stops the start", async () => {
  await expect(openRegions("/nowhere/at-all.mmdb")).rejects.toThrow("ENOENT");
});
