import { expect, test } from "vitest";
import { isIpText } from "./api-key-rules.ts";

test("a key is bound to addresses and networks, and a network that holds half the world is none", () => {
  for (const text of ["203.0.113.7", "203.0.113.0/24", "10.0.0.0/8", "2001:db8::1", "2001:db8::/32", "::1/128"])
    expect([text, isIpText(text)]).toEqual([text, true]);
  for (const text of ["0.0.0.0/0", "128.0.0.0/1", "10.0.0.0/7", "::/0", "2000::/3", "2001::/31", "203.0.113", "me"])
    expect([text, isIpText(text)]).toEqual([text, false]);
});
