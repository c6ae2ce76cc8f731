import type { TriggerRow } from "@tidemark/contracts";
import { type Live, useLive } from "../../lib/client/live.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { type TriggerList, triggersIn } from "./listed-triggers.ts";

/** For the tab: the table itself is loaded later. */
export const useTriggerCount = (list: TriggerList, triggers: Live<TriggerRow> | undefined, scope: OrderScope): number =>
  triggersIn(list, scope, useLive(triggers).rows).length;
