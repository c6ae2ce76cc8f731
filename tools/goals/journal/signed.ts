import type { Signer } from "@tidemark/contracts/codec";
import { coreKeys, signerOf, withCore } from "./core.ts";
import { carry, packed } from "./throughput.ts";
import { bytesOf, commandsPerRow, prices } from "./workload.ts";
import { median } from "../measure.ts";

const node = "core-a";
const perStretch = commandsPerRow * 40;
const warmPairs = 3;
const pairs = 12;

/** Signs nothing: as many bytes as a signature has, made once for each number of messages. It exists in this measurement alone. */
function unsigned(real: Signer): Signer {
  const kept = new Map<number, Uint8Array[]>();
  return {
    node,
    sign({ length }) {
      const made = kept.get(length) ?? real.sign(Array.from({ length }, () => new Uint8Array(1)));
      kept.set(length, made);
      return made;
    },
  };
}

/** The command path with signing against the same without it, in turns on one core; who begins changes from pair to pair. */
export async function signed(database: string): Promise<object> {
  const real = signerOf(node);
  const none = unsigned(real);
  let signer = real;
  // A leader checks nobody's signature but those of heartbeats, and an answer is opened when the clock does not run.
  const unchecked = { ...coreKeys, signerOf: () => node };
  const commands = bytesOf(2 * perStretch * (warmPairs + pairs));
  const parts = { signer: { node, sign: (bodies: readonly Uint8Array[]) => signer.sign(bodies) }, coreKeys: unchecked };
  return withCore(
    database,
    async (sender) => {
      const ratios: number[] = [];
      let next = 0;
      const stretch = async (by: Signer): Promise<number> => {
        signer = by;
        sender.send("oracle", prices());
        await sender.settled(unchecked);
        const ms = await carry(sender, packed(sender, commands.slice(next, (next += perStretch))));
        await sender.settled(by === real ? coreKeys : unchecked);
        return ms;
      };
      for (let pair = 0; pair < warmPairs + pairs; pair += 1) {
        const order = pair % 2 === 0 ? [real, none] : [none, real];
        const taken = new Map<Signer, number>();
        for (const by of order) taken.set(by, await stretch(by));
        if (pair >= warmPairs) ratios.push(taken.get(none)! / taken.get(real)!);
      }
      return { ratio: median(ratios), refused: sender.refused };
    },
    parts,
  );
}
