import { productIds } from "@tidemark/contracts";
import type { AnswerOf, AskOf } from "@tidemark/kit-client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import type { TransferAsset, TransferForm } from "./transfer-form.ts";

/** Balances move while the dialog is open: a fill, funding, another tab. */
const askEveryMs = 3_000;
/** A balance that cannot be shown is not reported at once: the next answer may have it. */
const balanceErrorMs = 500;

/** The accounts of a form as calls name them. */
export const accountsOf = ({ from, to, pair }: TransferForm) => ({
  fromProduct: from,
  toProduct: to,
  ...(from === productIds.margin ? { fromSubProduct: pair } : {}),
  ...(to === productIds.margin ? { toSubProduct: pair } : {}),
});

/** The coins and the products that take them; undefined until loaded. */
export function useTransferAssets(): readonly TransferAsset[] | undefined {
  return useQuery({
    queryKey: ["own", "asset-list"],
    queryFn: ({ signal }) => answerOf("assetList", {}, signal),
    staleTime: 60_000,
  }).data?.list;
}

/** What may leave each side of the transfer, asked anew whenever an account or the coin changes. */
export function useTransferInfo(form: TransferForm): {
  readonly info: AnswerOf<"transferInfo"> | undefined;
  readonly available: bigint | undefined;
  readonly isFailed: boolean;
} {
  const ask: AskOf<"transferInfo"> = { ...accountsOf(form), asset: form.asset };
  const { data, isError } = useQuery({
    queryKey: ["own", "transfer-info", ask],
    queryFn: ({ signal }) => answerOf("transferInfo", ask, signal),
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
  return {
    info: data,
    available: data === undefined ? undefined : requireUnits(data.availableBalance),
    isFailed: isError && data === undefined,
  };
}

/** What may leave the other account: shown beside it, and what decides where an untouched transfer begins. */
export function useOtherAvailable({ from, to, ...form }: TransferForm): bigint | undefined {
  return useTransferInfo({ ...form, from: to, to: from }).available;
}

/** Whether the balance has been unusable for so long that it is said. */
export function useBalanceFailed(isUnusable: boolean): boolean {
  const [isFailed, setIsFailed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsFailed(isUnusable), isUnusable ? balanceErrorMs : 0);
    return () => clearTimeout(timer);
  }, [isUnusable]);
  return isUnusable && isFailed;
}
