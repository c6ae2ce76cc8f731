import { expect, test } from "vitest";
import { newRates } from "./rates.ts";

const kept = [
  { name: "USD", rate: "1" },
  { name: "EUR", rate: "0.9214" },
  { name: "VND", rate: "25390" },
  { name: "KRW", rate: "1400" },
];
const offer = (rates: Record<string, number>) =>
  newRates(kept, { result: "success", base_code: "USD", time_last_update_unix: 1, rates });

test("rates that changed are taken with the provider's digits; those of other currencies, and USD itself, are not", () => {
  expect(offer({ USD: 2, EUR: 0.859502, KRW: 1_400, CHF: 0.8 })).toEqual({
    changed: [{ name: "EUR", rate: "0.859502" }],
    refused: [],
  });
});

test("a rate that is a hundred times the old one is refused, and so is one that is no plain decimal", () => {
  expect(offer({ VND: 253.9, KRW: 140_000, EUR: 1e-7 })).toEqual({ changed: [], refused: ["EUR", "VND", "KRW"] });
});
