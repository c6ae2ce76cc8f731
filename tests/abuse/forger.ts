import { generateKeyPairSync, hash, sign } from "node:crypto";
import {
  type CommandDraft,
  DecodeError,
  encodeCommand,
  keyIdLength,
  packAlive,
  packAnnouncement,
  packAnswers,
  packCommands,
  packMismatch,
  type Seal,
  type Signer,
  signatureLength,
  signedHashLength,
  unpackCommands,
  Writer,
} from "@tidemark/contracts/codec";
import { commandClasses } from "@tidemark/contracts/journal";
import { logicVersion } from "@tidemark/engine";
import {
  type Bus,
  type BusAccess,
  connectBus,
  coreSignerOf,
  type HistoryChange,
  sealQuestion,
  sealReply,
  type Reply,
  sealsOf,
  subjects,
  systemClock,
} from "@tidemark/kit-node";
import { publicKeysOf } from "../../tools/dev/processes/node-names.ts";

/** The keys that gateways, platform, oracle and wallet hold. */
const seals = sealsOf("", "development");
const classes = commandClasses.filter((name) => name !== "core");
const heldKeys: readonly (readonly [string, Seal])[] = [...classes, "platform_rpc" as const].map((name) => [
  name,
  seals.of(name)!,
]);

/** The public keys of a core are known to all: which node a signature claims to be of can be copied. */
const keyIdOf = (core: string, node: string): Buffer => {
  const pair = publicKeysOf(core)
    .split(",")
    .find((one) => one.startsWith(`${node}=`))!;
  return Buffer.from(pair.split("=")[1]!, "hex").subarray(0, keyIdLength);
};

/** Everything that somebody without a node's private key can put where its signature belongs. */
function signersOf(core: string, node: string): readonly (readonly [string, Signer])[] {
  const id = keyIdOf(core, node);
  const own = generateKeyPairSync("ed25519").privateKey;
  const after = (bytes: Uint8Array): Uint8Array => {
    const out = new Uint8Array(signatureLength);
    out.set(id);
    out.set(bytes.subarray(0, signatureLength - keyIdLength), keyIdLength);
    return out;
  };
  const each = (make: (bytes: Uint8Array) => Uint8Array): Signer => ({ node, sign: (bodies) => bodies.map(make) });
  const hashed = (bytes: Uint8Array): Uint8Array => hash("blake2b512", bytes, "buffer").subarray(0, signedHashLength);
  return [
    ...heldKeys.flatMap(([name, seal]): [string, Signer][] => [
      [`the seal of ${name}`, each(seal)],
      [`the seal of ${name} behind the node's key id`, each((bytes) => after(seal(bytes)))],
    ]),
    ["a key of its own", each((bytes) => after(sign(null, hashed(bytes), own)))],
    ["the key of another core", coreSignerOf("", `${core}-simul`, node, "development")],
    ["zeros", each(() => after(new Uint8Array(64)))],
  ];
}

const encoded = (draft: CommandDraft): Uint8Array => {
  const out = new Writer(64);
  encodeCommand(draft, out);
  return out.done();
};

/** Somebody on the bus who reads everything and holds every key but the nodes' own. */
export class Forger {
  readonly #bus: Bus;
  readonly #core: string;
  readonly #signers: readonly (readonly [string, Signer])[];
  /** Senders of commands, as seen on the bus, with the newest request and its message. */
  readonly senders = new Map<string, { request: number; tag: number }>();
  /** Answers to the forger's own commands. */
  answers = 0;

  private constructor(bus: Bus, core: string) {
    this.#bus = bus;
    this.#core = core;
    this.#signers = ["core-a", "core-b", "projector"].flatMap((node) => signersOf(core, node));
    bus.subscribe(subjects(core).commands("*", "user"), (bytes) => {
      try {
        const { sender, tag, commands } = unpackCommands(bytes, seals.of("user")!);
        if (sender !== "user.forger") this.senders.set(sender, { request: commands.at(-1)?.request ?? 0, tag });
      } catch (error) {
        // Other classes, and what was forged here.
        if (!(error instanceof DecodeError)) throw error;
      }
    });
    for (const by of commandClasses)
      bus.subscribe(subjects(core).answers(`${by}.forger`), () => void (this.answers += 1));
  }

  /** With `access` it has the key of a service on a server that looks at keys. */
  static async on(natsUrl: string, core: string, access?: BusAccess): Promise<Forger> {
    return new Forger(await connectBus(natsUrl, "forger", access), core);
  }

  close(): Promise<void> {
    return this.#bus.close();
  }

  #forge(subject: string, pack: (signer: Signer) => Uint8Array): number {
    for (const [, signer] of this.#signers) this.#bus.publish(subject, pack(signer));
    return this.#signers.length;
  }

  announcements(epoch: number, seq: number): number {
    const events = new Float64Array(0);
    const batch = { epoch, seq, batchId: "forged", at: systemClock.now(), part: 0, parts: 1, events };
    return this.#forge(subjects(this.#core).announcements, (signer) => packAnnouncement(batch, signer));
  }

  /** That every command which gateways have sent is refused, or has done something else. */
  answersToAll(epoch: number): number {
    let count = 0;
    for (const [sender, { request, tag }] of this.senders)
      for (const code of [200, 21_040]) {
        const result = { code, seq: 1, ref: 666, facts: [0n, 0n] as const };
        const answers = Array.from({ length: 5 }, (_, i) => ({ request: request + i, tag, result }));
        count += this.#forge(subjects(this.#core).answers(sender), (signer) =>
          packAnswers({ epoch, to: sender, answers }, signer),
        );
      }
    return count;
  }

  mismatches(epoch: number, seq: number): number {
    const stateHash = new Uint8Array(40);
    let count = 0;
    for (const node of ["core-a", "core-b", "projector", "nobody-1", "nobody-2"])
      count += this.#forge(subjects(this.#core).mismatches, (signer) =>
        packMismatch({ node, epoch, seq, stateHash }, { ...signer, node }),
      );
    return count;
  }

  signsOfLife(): number {
    let count = 0;
    for (const node of ["core-a", "core-b", "projector", "nobody"])
      count += this.#forge(subjects(this.#core).alive, (signer) =>
        packAlive({ node, sentAt: systemClock.now(), answersNow: true, logicVer: 99 }, { ...signer, node }),
      );
    return count;
  }

  upgrades(epoch: number): number {
    const bytes = encoded({
      type: "upgrade",
      producer: 0,
      number: 0,
      to: logicVersion + 1,
      migration: "m",
      codeHash: "c",
    });
    const message = {
      by: "core",
      sender: "core.forger",
      sentAt: systemClock.now(),
      commands: [{ request: 1, bytes }],
    } as const;
    const subject = subjects(this.#core).commands(epoch, "core");
    for (const [, seal] of heldKeys) this.#bus.publish(subject, packCommands(message, seal));
    return heldKeys.length + this.#forge(subject, (signer) => packCommands(message, signer));
  }

  /** Every class under every other class's key. */
  commandsOfOtherClasses(epoch: number): number {
    const bytes = encoded({
      type: "credit_deposit",
      producer: 7,
      number: 1,
      uid: 1,
      asset: 1,
      amount: 1n,
      reference: "x",
    });
    let count = 0;
    for (const by of commandClasses)
      for (const [name, seal] of heldKeys) {
        if (name === by) continue;
        const message = { by, sender: `${by}.forger`, sentAt: systemClock.now(), commands: [{ request: 1, bytes }] };
        this.#bus.publish(subjects(this.#core).commands(epoch, by), packCommands(message, seal));
        count += 1;
      }
    return count;
  }

  /** Commands that the forger may send, under another sender's name and the numbers of its requests. */
  commandsInTheNameOf(epoch: number): void {
    for (const [sender, { request }] of this.senders) {
      const bytes = encoded({
        type: "cancel_order",
        uid: 1,
        key: { form: 0, w0: 0, w1: 0, w2: 0, w3: 0, text: "" },
        orderId: 1,
      });
      const commands = Array.from({ length: 10 }, (_, i) => ({ request: request + i, bytes }));
      const message = { by: "user", sender, sentAt: systemClock.now(), commands } as const;
      this.#bus.publish(subjects(this.#core).commands(epoch, "user"), packCommands(message, seals.of("user")!));
    }
  }

  historyTopics(seq: number, changes: readonly HistoryChange[]): number {
    const message = { call: "", uid: 0, ask: { prev: 0, seq, changes } };
    const subject = subjects(this.#core).historyTopics;
    for (const by of commandClasses)
      for (const [, seal] of heldKeys)
        this.#bus.publish(subject, sealQuestion(message, { by, sender: "projector", seal }, systemClock.now()));
    return this.#forge(subject, (signer) =>
      sealQuestion(message, { by: "core", sender: "projector", seal: signer }, systemClock.now()),
    );
  }

  /** Takes a share of the questions about now, as a follower would, and answers them under every key in turn. */
  replies(reply: Reply): () => void {
    const keys = [...heldKeys.map(([, seal]) => seal), ...this.#signers.map(([, signer]) => signer)];
    let next = 0;
    return this.#bus.subscribe(
      subjects(this.#core).now,
      (bytes, to) => {
        if (to !== undefined) this.#bus.publish(to, sealReply(reply, bytes, keys[(next += 1) % keys.length]!));
      },
      "now",
    );
  }

  garbage(epoch: number): number {
    const paths = subjects(this.#core);
    const commands = commandClasses.map((by) => paths.commands(epoch, by));
    const places = [paths.announcements, paths.alive, paths.mismatches, paths.historyTopics, ...commands];
    const subjectsHit = [...places, ...[...this.senders.keys()].map(paths.answers)];
    const lengths = [0, 1, 2, 15, 16, 71, 72, 73, 200];
    for (const subject of subjectsHit)
      for (const length of lengths) this.#bus.publish(subject, new Uint8Array(length).fill(1));
    return subjectsHit.length * lengths.length;
  }
}
