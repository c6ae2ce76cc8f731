import { type CommandOf, noKey } from "@tidemark/contracts/journal";

type OwnTerms =
  | "uid"
  | "market"
  | "product"
  | "side"
  | "orderType"
  | "tif"
  | "postOnly"
  | "stp"
  | "price"
  | "qty"
  | "posSide";

/** An order that the engine sends by itself: of a trigger, an amend, a flash close, a voucher. */
export const ownOrderOf = (terms: Pick<CommandOf<"place_order">, OwnTerms>): CommandOf<"place_order"> => ({
  type: "place_order",
  key: noKey,
  keyHigh: 0,
  keyLow: 0,
  bodyHash: 0,
  quoteAmount: 0,
  trigger: undefined,
  tp: undefined,
  sl: undefined,
  ...terms,
});
