import type { MessageDescriptor } from "@lingui/core";
import { productIds } from "@tidemark/contracts";
import { printUnits } from "@tidemark/money";
import { isZeroText, negated, sumOf } from "../../lib/format/number-text.ts";
import type { Holdings } from "../../session/holdings.ts";
import { accountPlaces } from "./account-places.ts";
import { m } from "./asset-accounts-messages.ts";

export type TotalPart = {
  readonly id: string;
  readonly path: string;
  readonly title: MessageDescriptor;
  /** Undefined until it is known; empty where it cannot be counted. */
  readonly value: string | undefined;
  readonly bonus: string;
};

/** The parts of the total: the five accounts, and what earns, which the wallet account's worth contains and is shown without. */
export function partsOf(data: Pick<Holdings, "products" | "earn"> | undefined): readonly TotalPart[] {
  const accounts = accountPlaces.map(({ place, product, title }): TotalPart => {
    const one = data?.products.find((row) => row.product === product);
    const value = product === productIds.wallet && data !== undefined ? without(one?.value, data.earn) : one?.value;
    return { id: place, path: `/personal/assets/${place}`, title, value, bonus: one?.bonus ?? "0" };
  });
  return [...accounts, { id: "earn", path: "/personal/earn/flexible", title: m.earn, value: data?.earn, bonus: "0" }];
}

function without(value: string | undefined, part: string): string | undefined {
  if (value === undefined || value === "" || isZeroText(part)) return value;
  const units = sumOf([value, negated(part)]);
  return units < 0n ? `-${printUnits(-units)}` : printUnits(units);
}
