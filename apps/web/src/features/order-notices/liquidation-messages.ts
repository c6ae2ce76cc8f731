import type { LiquidationRow } from "@tidemark/contracts";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

type Texts = { readonly title: MessageDescriptor; readonly detail?: MessageDescriptor };

const kinds: Readonly<Record<Exclude<LiquidationRow["kind"], "DEFICIT">, Texts>> = {
  STARTED: {
    title: msg({ message: "Liquidation of {contract} has started" }),
    detail: msg({ message: "Equity {equity} {asset} is not above the maintenance margin of {maintenance} {asset}." }),
  },
  NETTED: { title: msg({ message: "Long and short of {contract} were closed against each other: {size}" }) },
  TAKEN_OVER: {
    title: msg({ message: "Liquidated: {contract} {side}, {size}" }),
    detail: msg({ message: "Taken over at the bankruptcy price {price}." }),
  },
  DELEVERAGED: {
    title: msg({ message: "Auto-deleveraged: {contract} {side}, {size}" }),
    detail: msg`Closed against a bankrupt position that the insurance fund could not cover.`,
  },
  PAIR: { title: msg({ message: "The margin account of {contract} was liquidated" }) },
};

export const m = { LONG: msg`Long`, SHORT: msg`Short`, kinds };
