import type { BalanceRow } from "@tidemark/contracts";
import { type Live, useLive } from "../../lib/client/live.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { loansIn, pairsIn } from "./listed-loans.ts";

/** How many loans are listed, for their tab. */
export const useLoanCount = (balances: Live<BalanceRow> | undefined, scope: OrderScope): number =>
  loansIn(pairsIn(scope), useLive(balances).rows).length;
