import { productIds } from "@tidemark/contracts";
import type { AnswerOf } from "@tidemark/kit-client";
import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../lib/answer.ts";
import { stored } from "../lib/storage.ts";
import { useUser } from "./user.ts";

/** An account of the trader and whether money may leave and enter it. */
type Account = AnswerOf<"transferInfo">["products"][number];
type Kept = { readonly userId: string; readonly list: readonly Account[] } | null;

const isKept = (value: unknown): value is Kept =>
  value === null || Array.isArray((value as Partial<NonNullable<Kept>>).list);

/** The accounts of the last visit, and whose they are: dialogs are laid out by them at once, while they are asked for anew. */
const kept = stored<Kept>("accounts", null, { isWhole: isKept });

/** Any transfer tells of all accounts; this is the one that everybody can make. */
const anyTransfer = { fromProduct: productIds.wallet, toProduct: productIds.spot, asset: "USDT" } as const;

/** Undefined until they are known. */
export function useAccounts(): readonly Account[] | undefined {
  const userId = useUser()?.userId ?? "";
  const { data } = useQuery({
    queryKey: ["own", "accounts", userId],
    queryFn: async ({ signal }) => {
      const { products } = await answerOf("transferInfo", anyTransfer, signal);
      kept.set({ userId, list: products });
      return products as readonly Account[];
    },
    enabled: userId !== "",
    placeholderData: () => (kept.get()?.userId === userId ? kept.get()!.list : undefined),
    meta: { isQuiet: true },
  });
  return data;
}
