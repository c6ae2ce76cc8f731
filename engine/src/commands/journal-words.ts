import type { ClientKey, funds as fundsOfContracts, PlaceOrder } from "@tidemark/contracts/codec";

/** The journal's word for a price or size that stays; 0 is a size, and cancels what is left. */
export const unchanged = Number.MAX_SAFE_INTEGER;

/** Orders that the engine makes by itself carry no key of a client. */
const noKey: ClientKey = { form: 0, w0: 0, w1: 0, w2: 0, w3: 0, text: "" };

/** Where house money goes; the compiler holds the numbers against the contracts. */
export const funds = { insurance: 0, lending: 1, earn: 2 } as const satisfies typeof fundsOfContracts;

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
export const ownOrderOf = (terms: Pick<PlaceOrder, OwnTerms>): PlaceOrder => ({
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
