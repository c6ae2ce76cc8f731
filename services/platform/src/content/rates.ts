import type { Log } from "@tidemark/kit-node";
import { z } from "zod";
import type { ContentStore } from "./store.ts";

/** The provider's answer, in the shape of open.er-api.com: what one USD is worth in each currency. */
const providerAnswer = z.object({
  result: z.literal("success"),
  base_code: z.literal("USD"),
  time_last_update_unix: z.number().int().positive(),
  rates: z.record(z.string(), z.number().positive()),
});
export type ProviderAnswer = z.infer<typeof providerAnswer>;
export type NewRate = { readonly name: string; readonly rate: string };

const answerMaxMs = 3_000;
/** A rate that changed by a larger factor is more likely a mistake of the provider than of the world. */
const changeFactorMax = 3;
const plainDecimal = /^\d{1,12}(\.\d{1,8})?$/;

/**
 * The rates to write: of currencies that the product has, and only where the new one can be right. Rates are estimates for screens; no
 * amount is settled at one.
 */
export function newRates(
  kept: readonly NewRate[],
  { rates }: ProviderAnswer,
): { readonly changed: NewRate[]; readonly refused: string[] } {
  const changed: NewRate[] = [];
  const refused: string[] = [];
  for (const { name, rate } of kept) {
    const offered = rates[name];
    if (name === "USD" || offered === undefined || String(offered) === rate) continue;
    const factor = offered / Number(rate);
    const isLikely = factor <= changeFactorMax && factor >= 1 / changeFactorMax;
    if (isLikely && plainDecimal.test(String(offered))) changed.push({ name, rate: String(offered) });
    else refused.push(name);
  }
  return { changed, refused };
}

async function fetchRates(url: string): Promise<ProviderAnswer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(answerMaxMs), redirect: "error" });
  if (!response.ok) throw new Error(`the provider of rates answered ${response.status}`);
  return providerAnswer.parse(await response.json());
}

export async function updateRates(store: ContentStore, url: string, log: Log): Promise<void> {
  const answer = await fetchRates(url);
  const { changed, refused } = newRates(await store.rates(), answer);
  await store.setRates(changed, answer.time_last_update_unix * 1_000);
  if (refused.length > 0) log.error({ currencies: refused.join(",") }, "content: currency rates refused");
}
