import { type CommandDraft, encodeCommand, keyOf, madeKey, Writer } from "@tidemark/contracts/codec";
import { btcUsdt } from "@tidemark/engine/sim";
import { kind, makeWorkload } from "../engine/workload.ts";

export const users = 1_000;
export const resting = 10_000;
export const commandsPerMessage = 256;
/** As many as a leader takes into one row. */
export const commandsPerRow = 512;

const out = new Writer(128);
export const encode = (draft: CommandDraft): Uint8Array => {
  out.length = 0;
  encodeCommand(draft, out);
  return out.done();
};

/** Commands of the matching workload as bytes, each with a client key. */
export function bytesOf(count: number): Uint8Array[] {
  const w = makeWorkload(1, resting, count - resting, users);
  return Array.from({ length: count }, (_, i) => {
    const uid = w.users[i]!;
    if (w.kinds[i] === kind.cancel)
      return encode({ type: "cancel_order", uid, key: madeKey(w.orders[i]!, 7), orderId: w.orders[i]! });
    return encode({
      type: "place_order",
      uid,
      key: keyOf(`order-${w.orders[i]}`),
      market: btcUsdt,
      product: 2,
      side: w.sides[i]!,
      orderType: 0,
      tif: 0,
      postOnly: false,
      stp: 0,
      price: w.prices[i]! * 1_000_000,
      qty: w.sizes[i]! * 100_000,
      quoteAmount: 0,
      posSide: 0,
    });
  });
}

export const prices = (): Uint8Array[] =>
  [0, 1, 2, 3].map((source) =>
    encode({ type: "source_price_set", producer: 0, number: 0, market: btcUsdt, source, price: 5_000_000 * 1_000_000 }),
  );
