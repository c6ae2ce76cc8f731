import { group } from "@tidemark/money";

/** 50,000 USDT, as the config or the ledger writes the amount: never cut, and never broken over two lines. */
export const amountText = (amount: string, asset: string): string => `${group(amount)}\u00A0${asset}`;
