/** Of a contract: a position that is to be opened at the picked price, with the ticket's size. */
export type PickedOpening = {
  readonly posSide: "LONG" | "SHORT";
  /** A limit order, or a market order that waits for the price. */
  readonly as: "LIMIT" | "MARKET_TRIGGER";
};

/** A price chosen in the book or the chart; a new object each time, so that the same price can be chosen twice. */
export type PickedPrice = { readonly price: string; readonly opening?: PickedOpening };
