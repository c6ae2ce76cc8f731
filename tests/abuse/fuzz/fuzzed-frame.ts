import { topicList } from "@tidemark/contracts";
import type { Random } from "@tidemark/engine/sim";
import { frameOf, opcodes } from "../../load/raw-connection.ts";

const ops = ["subscribe", "unsubscribe", "ping", "pong", "", "__proto__", 1, null];
const odd: readonly unknown[] = [null, 1, {}, [], "", "x".repeat(500), "\u0000", "__proto__", -1, true];

/** A message of a kind that sockets have, with parts of it changed. */
function messageOf(random: Random): string {
  const { name, per, parts } = random.pick(topicList);
  const message: Record<string, unknown> = { op: random.pick(ops), topic: name };
  if (per === "market") message.symbol = random.pick(["ETH/USDT", "BTCUSDT-PERP", "NO/SUCH"]);
  if (parts !== undefined) message.part = random.pick(parts);
  if (random.chance(2)) message[random.pick(["topic", "symbol", "part", "op", "x"])] = random.pick(odd);
  const text = JSON.stringify(message);
  if (random.chance(8)) return text.slice(0, random.below(text.length));
  if (random.chance(8)) return text.replace("{", '{"op":"ping","op":"subscribe",');
  return random.chance(12) ? "[".repeat(5_000) : text;
}

/** One frame or some that belong together. */
export function fuzzedFrame(random: Random): Buffer {
  const text = messageOf(random);
  switch (random.below(16)) {
    case 0:
      return frameOf(text, { opcode: opcodes.binary });
    case 1:
      return Buffer.concat([
        frameOf(text.slice(0, 5), { isFinal: false }),
        frameOf(text.slice(5), { opcode: opcodes.continuation }),
      ]);
    case 2:
      return frameOf(text, { isFinal: false });
    case 3:
      return frameOf(text, { opcode: opcodes.continuation });
    case 4:
      return frameOf("x".repeat(random.pick([65_535, 65_537, 100_000])));
    case 5:
      return frameOf(text, { isMasked: false });
    case 6:
      return frameOf(text, { opcode: random.pick([3, 7, 11, 15]) });
    case 7:
      return frameOf(text, { reserved: 1 + random.below(7) });
    case 8:
      return frameOf(text, { claimedLength: random.pick([0, 5, 126, 70_000, 2 ** 40]) });
    case 9:
      return frameOf(Buffer.from([0xff, 0xfe, 0xc0, 0x80]));
    case 10:
      return frameOf("x".repeat(random.pick([0, 125, 126])), { opcode: random.pick([opcodes.ping, opcodes.pong]) });
    case 11:
      return frameOf(Buffer.from(random.pick([[], [3], [3, 232], [0, 0], [15, 255, 255]])), { opcode: opcodes.close });
    default:
      return frameOf(text);
  }
}
