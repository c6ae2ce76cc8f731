import { useQuery } from "@tanstack/react-query";
import { parseUnits, printUnits } from "@tidemark/money";
import { answerOf } from "../lib/client/answer.ts";
import { appConfig } from "../lib/config/app-config.ts";
import { shown } from "../lib/format/number-text.ts";
import { chosenCurrency, currenciesOffered, currencyOf, useStored } from "../lib/storage/choices.ts";
import { useFlags } from "./flags.ts";

/** The currency that amounts are estimated in. */
export function useCurrency(): { readonly currency: string; readonly offered: readonly string[] } {
  const { koreanWhite } = useFlags();
  const chosen = useStored(chosenCurrency);
  const { currencies, defaultCurrency } = appConfig().project;
  const offered = currenciesOffered(currencies, { isKoreanAllowed: koreanWhite });
  return { offered, currency: currencyOf(chosen, defaultCurrency, offered) };
}

const ratesFreshMs = 600_000;
const one = 10n ** 8n;

/** What an amount of USDT comes to in the user's currency, with its sign; undefined until the rates are known. An estimate: USDT counts as USD. */
export function useFiatEstimate(): (usdt: string) => string | undefined {
  const { currency } = useCurrency();
  const { data } = useQuery({
    queryKey: ["currency-rates"],
    queryFn: ({ signal }) => answerOf("currencyRates", {}, signal),
    staleTime: ratesFreshMs,
    meta: { isQuiet: true },
  });
  const rate = data?.list.find(({ name }) => name === currency);
  return (usdt) => {
    const units = parseUnits(usdt.replace("-", ""));
    const perUsd = parseUnits(rate?.rate ?? "");
    if (rate === undefined || units === undefined || perUsd === undefined) return undefined;
    const sign = usdt.startsWith("-") ? "−" : "";
    return `${sign}${rate.symbol}${shown(printUnits((units * perUsd) / one), 2)}`;
  };
}
