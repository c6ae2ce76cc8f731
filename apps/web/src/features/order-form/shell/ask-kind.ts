import type { AskKind } from "../../../session/trading-settings.ts";
import type { OrderFields } from "./order-fields.ts";

/** Under which of the trader's settings an order falls: what closes is one kind, whatever its type. */
export function askKindOf({ type, trigger }: OrderFields, use: "open" | "close" = "open"): AskKind {
  if (use === "close") return "close";
  if (trigger !== undefined) return "trigger";
  return type === "MARKET" ? "market" : "limit";
}
