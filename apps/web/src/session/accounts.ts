import { productIds } from "@tidemark/contracts";
import type { AnswerOf } from "@tidemark/kit-client";
import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../lib/client/answer.ts";
import { nameInExchange } from "../lib/client/page-hosts.ts";
import { stored } from "../lib/storage/storage.ts";
import { useUser } from "./user.ts";

/** An account of the user and whether money may leave or enter it. */
type Account = AnswerOf<"transferInfo">["products"][number];
type Kept = { readonly userId: string; readonly list: readonly Account[] } | null;

const isKept = (value: unknown): value is Kept =>
  value === null || Array.isArray((value as Partial<NonNullable<Kept>>).list);

/** The accounts of the last visit with their user: dialogs are laid out by them at once, while the current ones are loaded. */
const kept = stored<Kept>(nameInExchange("accounts"), null, { isWhole: isKept });

/** The answer about any transfer lists all accounts; this transfer is open to every user. */
const anyTransfer = { fromProduct: productIds.wallet, toProduct: productIds.spot, asset: "USDT" } as const;

/** Undefined until loaded. */
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
