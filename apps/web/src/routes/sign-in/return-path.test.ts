import { describe, expect, test } from "vitest";
import { returnPathOf } from "./return-path.ts";

describe("backurl", () => {
  test("is a path of this site", () => {
    const good = ["/", "/spot/BTC_USDT", "/personal/deposit?asset=USDT", "/kr/markets", "/m/#/vip", "/a?b=/c"];
    expect(good.map(returnPathOf)).toEqual(good);
  });
  test("is never another host or a script", () => {
    const bad = [
      "//evil.test",
      "/\\evil.test",
      "\\\\evil.test",
      "https://evil.test",
      "javascript:alert(1)",
      "/%2fevil.test",
      "/%5Cevil.test",
      "/\t/evil.test",
      "/\n/evil.test",
      " /evil",
      "evil",
      "",
      "/a\\..\\evil",
      `/${"a".repeat(2_001)}`,
      undefined,
      7,
    ];
    expect(bad.map(returnPathOf)).toEqual(Array.from(bad, () => undefined));
  });
});
