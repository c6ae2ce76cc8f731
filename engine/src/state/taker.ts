/** The order that is being matched. It becomes a record only if something of it comes to rest. */
export class Taker {
  id = 0;
  /** Its record, when an amended order enters again; else 0. */
  order = 0;
  uid = 0;
  userMarket = 0;
  /** The market's record, and its number. */
  market = 0;
  marketId = 0;
  side = 0;
  type = 0;
  tif = 0;
  postOnly = false;
  stp = 0;
  vip = 0;
  /** Worst price it may trade at, in ticks. */
  limit = 0;
  qty = 0;
  remaining = 0;
  /** A market buy by amount: quote money still to spend; −1 for orders by size. */
  budget = -1;
  filled = 0;
  filledValue = 0;
  fee = 0;
  /** What is still held for it. */
  held = 0;
  acceptedAt = 0;
  keyForm = 0;
  k0 = 0;
  k1 = 0;
  k2 = 0;
  k3 = 0;
  keyText = "";
  /** Stopped by self-trade prevention. */
  stopped = false;
  /** The level that was being eaten: its new total is told when it is left. */
  touched = 0;
  /** How many resting orders it has met. */
  met = 0;
  /** Whose orders it may not meet; 0: it meets everybody. */
  group = 0;
  /** Of a perpetual: the position, whether it opens it, who acts, the assumed price and the TP/SL that sleep with it. */
  position = 0;
  posSide = 0;
  opens = false;
  agent = 0;
  assumed = 0;
  attached = 0;
  /** Why it stopped. */
  endCause = 0;
}
