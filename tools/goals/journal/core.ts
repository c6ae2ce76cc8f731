import { randomUUID } from "node:crypto";
import { CoreNode, engineMaker, migrateCore, noSeenEpoch, type Deps, pgJournal } from "@tidemark/core";
import { success } from "@tidemark/contracts";
import { type CommandDraft, packCommands, type Signer, unpackAnswers, type Verifier } from "@tidemark/contracts/codec";
import { type CommandClass, commandClasses, noKey } from "@tidemark/contracts/journal";
import { opening } from "@tidemark/engine/sim";
import { type Bus, coreKeysOf, coreSignerOf, sealsOf, subjects, systemTime } from "@tidemark/kit-node";
import { encode, prices, users } from "./workload.ts";

/** A message on its way, and which requests are in it. */
export type Packed = {
  readonly by: CommandClass;
  readonly bytes: Uint8Array;
  readonly count: number;
  readonly first: number;
};

export const server = "postgres://postgres@127.0.0.1:5432";
export const seals = sealsOf("", "development");
export const signerOf = (node: string): Signer => coreSignerOf("", "goal", node, "development");
export const coreKeys = coreKeysOf({ core: "goal", publicKeys: "", mode: "development" });

/** A bus inside the process: what is measured is the command path, not the network. */
function loopBus(): Bus {
  const heard = new Map<string, ((bytes: Uint8Array, reply: string | undefined, subject: string) => void)[]>();
  return {
    publish: (subject, bytes) =>
      void setImmediate(() => heard.get(subject)?.forEach((listener) => listener(bytes, undefined, subject))),
    subscribe(subject, listener) {
      heard.set(subject, [...(heard.get(subject) ?? []), listener]);
      return () =>
        void heard.set(
          subject,
          (heard.get(subject) ?? []).filter((one) => one !== listener),
        );
    },
    request: () => Promise.reject(new Error("nobody is asked here")),
    close: () => Promise.resolve(),
  };
}

/** Where the length of the sender's name stands in a message of answers: behind version, kind and epoch. The number of answers follows the name. */
const nameAt = 2 + 8;

/**
 * A gateway without its web side. What it is asked to send is packed beforehand, and answers are only counted when they come and opened
 * when all are there: the clock runs for the core alone.
 */
export class Sender {
  readonly bus: Bus;
  readonly epoch: number;
  answered = 0;
  refused = 0;
  onAnswer: (answers: Uint8Array) => void = () => undefined;
  #request = 0;
  #unopened: Uint8Array[] = [];

  constructor(bus: Bus, epoch: number) {
    this.bus = bus;
    this.epoch = epoch;
    for (const by of commandClasses)
      bus.subscribe(subjects("goal").answers(`${by}.goal`), (bytes) => {
        this.answered += new DataView(bytes.buffer, bytes.byteOffset).getUint16(nameAt + 1 + bytes[nameAt]!, true);
        this.#unopened.push(bytes);
        this.onAnswer(bytes);
      });
  }

  pack(by: CommandClass, commands: readonly Uint8Array[]): Packed {
    const packed = commands.map((bytes) => ({ request: (this.#request += 1), bytes }));
    const bytes = packCommands({ by, sender: `${by}.goal`, sentAt: Date.now(), commands: packed }, seals.of(by)!);
    return { by, bytes, count: commands.length, first: packed[0]!.request };
  }

  publish({ by, bytes }: Packed): void {
    this.bus.publish(subjects("goal").commands(this.epoch, by), bytes);
  }

  send(by: CommandClass, commands: readonly Uint8Array[]): void {
    this.publish(this.pack(by, commands));
  }

  /** Everything that was packed is answered. */
  async allAnswered(): Promise<void> {
    while (this.answered < this.#request) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  /** As above, and every answer was opened: a signature that does not fit throws, a refusal is counted. */
  async settled(keys: Verifier = coreKeys): Promise<void> {
    await this.allAnswered();
    for (const bytes of this.#unopened)
      for (const { result } of unpackAnswers(bytes, keys).answers) if (result.code !== success) this.refused += 1;
    this.#unopened = [];
  }
}

function numbered(producer: number, drafts: readonly object[]): Uint8Array[] {
  return drafts.map((draft, i) => encode({ ...draft, producer, number: i + 1 } as CommandDraft));
}

async function prepare(sender: Sender): Promise<void> {
  const configuration: object[] = [];
  opening((draft) => (configuration.push(draft), draft) as never);
  sender.send("operator", numbered(1, configuration));
  const deposits: object[] = [];
  const transfers: Uint8Array[] = [];
  for (let uid = 1; uid <= users; uid += 1)
    for (const asset of [1, 2]) {
      const amount = (asset === 1 ? 3n : 2n) * 10n ** 14n;
      deposits.push({ type: "credit_deposit", uid, asset, amount, reference: `x${uid}` });
      transfers.push(
        encode({
          type: "transfer",
          uid,
          key: noKey,
          fromProduct: 1,
          fromSub: 0,
          toProduct: 2,
          toSub: 0,
          asset,
          amount,
        }),
      );
    }
  const wallet = numbered(2, deposits);
  for (let i = 0; i < wallet.length; i += 400) sender.send("wallet", wallet.slice(i, i + 400));
  await sender.settled();
  for (let i = 0; i < transfers.length; i += 400) sender.send("user", transfers.slice(i, i + 400));
  sender.send("oracle", prices());
  await sender.settled();
  if (sender.refused > 0) throw new Error(`${sender.refused} opening commands were refused`);
}

/** No snapshots: the measured run is the whole journal. */
export const noSnapshots = {
  list: async () => [],
  load: () => Promise.reject(new Error("none")),
  keep: async () => undefined,
  setAside: async () => undefined,
};

/** A whole core in this process, prepared to trade, for as long as `use` runs. */
export async function withCore<T>(
  database: string,
  use: (sender: Sender, deps: Deps) => Promise<T>,
  { bus = loopBus(), ...changed }: Partial<Pick<Deps, "bus" | "signer" | "coreKeys">> = {},
): Promise<T> {
  const url = `${server}/${database}`;
  await migrateCore(url);
  const deps: Deps = {
    core: "goal",
    node: "core-a",
    durability: "single",
    changeDurability: false,
    time: systemTime,
    chance: { next: Math.random, uuid: randomUUID },
    bus,
    seals,
    signer: signerOf("core-a"),
    coreKeys,
    servers: [pgJournal(url, "single")],
    seen: noSeenEpoch(),
    maker: engineMaker,
    note: () => undefined,
    ...changed,
  };
  const node = new CoreNode(deps, noSnapshots, { snapshotEveryRows: 10_000_000 }, (reason) => {
    throw new Error(`the leader ended: ${reason}`);
  });
  node.start();
  while (!node.isServing) await new Promise((resolve) => setTimeout(resolve, 20));
  const sender = new Sender(bus, node.epoch);
  try {
    await prepare(sender);
    return await use(sender, deps);
  } finally {
    await node.stop();
  }
}
