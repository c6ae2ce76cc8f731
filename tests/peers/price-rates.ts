import { bell } from "./price-noise.ts";

/** What one USD was worth in November 2026, about. */
const perDollar: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 0.86,
  GBP: 0.76,
  JPY: 154,
  KRW: 1_460,
  BRL: 5.3,
  VND: 26_300,
  TRY: 42,
  RUB: 81,
  IRR: 42_100,
  TWD: 31,
};
const hourMs = 3_600_000;
const hourlyDeviation = 0.001;

/** In the shape of open.er-api.com: new rates every hour, for the same hour the same. */
export function ratesAnswer(seed: number, now: number): object {
  const at = now - (now % hourMs);
  const rates = Object.entries(perDollar).map(([name, rate], i) => {
    const moved = rate * (1 + hourlyDeviation * bell(seed + i, at / hourMs));
    return [name, name === "USD" ? 1 : Number(moved.toFixed(6))];
  });
  return {
    result: "success",
    base_code: "USD",
    time_last_update_unix: at / 1_000,
    rates: Object.fromEntries(rates) as object,
  };
}
