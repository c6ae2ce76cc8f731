import { expect, test } from "vitest";
import { neighbourhoodOf } from "./neighbourhood.ts";

test("an address of version 4 is itself, also where it is written as one of version 6", () => {
  expect(neighbourhoodOf("203.0.113.7")).toBe("203.0.113.7");
  expect(neighbourhoodOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(neighbourhoodOf("::FFFF:203.0.113.7")).toBe("203.0.113.7");
});

test("all addresses of a network of version 6 are one neighbour, however they are spelled", () => {
  const same = [
    "2001:db8:0:12:1:2:3:4",
    "2001:db8:0:12::",
    "2001:0DB8:0000:0012:ffff:ffff:ffff:ffff",
    "2001:db8::12:0:0:0:9",
  ];
  for (const ip of same) expect(neighbourhoodOf(ip)).toBe("2001:db8:0:12::/64");
  expect(neighbourhoodOf("2001:db8:0:13::1")).not.toBe("2001:db8:0:12::/64");
  expect(neighbourhoodOf("::1")).toBe("0:0:0:0::/64");
  expect(neighbourhoodOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
});

test("what is no address is counted as it is", () => {
  expect(neighbourhoodOf("")).toBe("");
});
