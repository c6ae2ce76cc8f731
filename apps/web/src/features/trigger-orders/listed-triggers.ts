import type { TriggerRow } from "@tidemark/contracts";
import { isInScope, type OrderScope } from "../../lib/order-table/order-scope.ts";

/** The dock lists orders that wait for a price apart from the TP and SL of positions. */
export type TriggerList = "triggers" | "exits";

const isExit = ({ role }: Pick<TriggerRow, "role">): boolean => role === "TP" || role === "SL";

/** The rows of a list, the newest first. */
export const triggersIn = (list: TriggerList, scope: OrderScope, rows: readonly TriggerRow[]): readonly TriggerRow[] =>
  rows
    .filter((row) => isExit(row) === (list === "exits") && isInScope(scope, row))
    .toSorted((a, b) => Number(b.orderId) - Number(a.orderId));
