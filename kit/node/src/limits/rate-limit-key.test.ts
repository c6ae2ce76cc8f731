import { expect, test } from "vitest";
import { rateLimitKey } from "./rate-limit-key.ts";

test("an address of version 4 is itself, also where it is written as one of version 6", () => {
  expect(rateLimitKey("203.0.113.7")).toBe("203.0.113.7");
  expect(rateLimitKey("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(rateLimitKey("::FFFF:203.0.113.7")).toBe("203.0.113.7");
});

test("all addresses of a network of version 6 are one neighbour, however they are spelled", () => {
  const same = [
    "2001:db8:0:12:1:2:3:4",
    "2001:db8:0:12::",
    "2001:0DB8:0000:0012:ffff:ffff:ffff:ffff",
    "2001:db8::12:0:0:0:9",
  ];
  for (const ip of same) expect(rateLimitKey(ip)).toBe("2001:db8:0:12::/64");
  expect(rateLimitKey("2001:db8:0:13::1")).not.toBe("2001:db8:0:12::/64");
  expect(rateLimitKey("::1")).toBe("0:0:0:0::/64");
  expect(rateLimitKey("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
});

test("what is no address is counted as it is", () => {
  expect(rateLimitKey("")).toBe("");
});
