import { areaCodeText } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { callingCodes, probableCountry } from "./calling-codes.ts";

test("every country stands once and has a code that the server takes", () => {
  expect(new Set(callingCodes.map(({ country }) => country)).size).toBe(callingCodes.length);
  for (const { country, code } of callingCodes) {
    expect(country).toMatch(/^[A-Z]{2}$/);
    expect(areaCodeText.safeParse(code).success).toBe(true);
  }
});

test("the browser's region comes before the page's language, and somebody is always somewhere", () => {
  expect(probableCountry(["en", "de-CH"], "ja_JP")).toBe("CH");
  expect(probableCountry(["ja"], "ja_JP")).toBe("JP");
  expect(probableCountry([], "en_US")).toBe("GB");
});
