import type { AskKind } from "../../../session/trading-settings.ts";
import type { OrderFields } from "./order-fields.ts";

type Asked = Pick<OrderFields, "type" | "trigger"> & { readonly trailing?: object | undefined };
export type TicketAskKind = Extract<AskKind, "limit" | "market" | "trigger" | "close">;

/** Under which of the trader's settings an order falls: trailing stops wait as triggers do; all else that closes is one kind. */
export function askKindOf({ type, trigger, trailing }: Asked, use: "open" | "close" = "open"): TicketAskKind {
  if (trailing !== undefined) return "trigger";
  if (use === "close") return "close";
  if (trigger !== undefined) return "trigger";
  return type === "MARKET" ? "market" : "limit";
}
