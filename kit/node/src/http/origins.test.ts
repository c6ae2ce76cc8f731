import { expect, test } from "vitest";
import { originsIn, originsOf } from "./origins.ts";

test("[R.10] development knows its own machine, production only its list", () => {
  const here = originsOf("GATEWAY_ORIGINS", "", "development");
  expect(here.allows("http://localhost:5173") && here.allows("http://127.0.0.1:8080")).toBe(true);
  expect(here.allows("http://localhost.evil.example")).toBe(false);
  const there = originsOf("GATEWAY_ORIGINS", "https://www.tidemark.example", "production");
  expect(there.allows("https://www.tidemark.example")).toBe(true);
  expect(there.allows("http://localhost:5173")).toBe(false);
  expect(() => originsOf("GATEWAY_ORIGINS", "", "production")).toThrow(/GATEWAY_ORIGINS/);
  expect(() => originsOf("GATEWAY_ORIGINS", "https://x.example/path", "production")).toThrow(/not an origin/);
});

test("[D.25] a change from another site is not allowed even where the origin is not told", () => {
  const here = originsOf("GATEWAY_ORIGINS", "", "development");
  expect(here.allowsChange({ "sec-fetch-site": "cross-site" })).toBe(false);
  expect(here.allowsChange({ origin: "null" })).toBe(false);
  expect(here.allowsChange({ "sec-fetch-site": "same-origin", origin: "http://localhost:5173" })).toBe(true);
  expect(here.allowsChange({})).toBe(true);
});

test("pages may be told of hosts for their calls, and of nothing that is no origin", () => {
  expect(originsIn("PAGE_API_ORIGINS", "")).toEqual([]);
  expect(originsIn("PAGE_API_ORIGINS", "https://a.example.com,https://*.example.com")).toEqual([
    "https://a.example.com",
    "https://*.example.com",
  ]);
  for (const wrong of ["*", "https:", "https://a.example.com/x", "'unsafe-inline'", "https://a b"])
    expect(() => originsIn("PAGE_API_ORIGINS", wrong)).toThrow(/PAGE_API_ORIGINS/);
});
