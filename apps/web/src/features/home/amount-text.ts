import { group } from "@tidemark/money";

/** 50,000 USDT, as the config or the ledger writes the amount. */
export const amountText = (amount: string, asset: string): string => `${group(amount)} ${asset}`;
