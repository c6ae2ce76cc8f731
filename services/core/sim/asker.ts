import {
  type CommandDraft,
  encodeCommand,
  messageTag,
  packCommands,
  type Announcement,
  type Seal,
  type Signer,
  unpackAnnouncement,
  unpackAnswers,
  Writer,
} from "@tidemark/contracts/codec";
import { type CommandClass, commandClasses, type CommandResult } from "@tidemark/contracts/journal";
import {
  type Bus,
  type Clock,
  type CoreKeys,
  coreKeysOf,
  developmentCoreKeys,
  openReply,
  type Question,
  type Reply,
  sealQuestion,
  type Seals,
  sealsOf,
  subjects,
  systemClock,
} from "@tidemark/kit-node";

/** What a process on the bus holds: keys of classes, the core's public keys, and a core's own process its private one. */
export type BusKeys = { readonly seals: Seals; readonly coreKeys: CoreKeys; readonly signer?: Signer };

export const developmentKeysOf = (core: string, nodes: readonly string[]): BusKeys => ({
  seals: sealsOf("", "development"),
  coreKeys: coreKeysOf({ core, publicKeys: developmentCoreKeys(core, nodes), mode: "development" }),
});

/** A gateway without its web side: sends commands to the epoch it last heard of and collects what comes back. */
export class Asker {
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #keys: BusKeys;
  readonly #subjects: ReturnType<typeof subjects>;
  readonly sender: string;
  readonly #tags = new Map<number, number>();
  #request = 0;
  epoch = 0;
  readonly answers = new Map<number, CommandResult>();
  heardAnswer: (request: number, result: CommandResult) => void = () => undefined;
  heardAnnouncement: (announcement: Announcement) => void = () => undefined;

  constructor(core: string, sender: string, bus: Bus, clock: Clock, keys: BusKeys) {
    this.#bus = bus;
    this.#clock = clock;
    this.#keys = keys;
    this.sender = sender;
    this.#subjects = subjects(core);
    const { coreKeys } = keys;
    bus.subscribe(this.#subjects.announcements, (bytes) => {
      const announcement = unpackAnnouncement(bytes, coreKeys);
      // Whoever has seen the new epoch accepts nothing of the old.
      if (announcement.epoch < this.epoch) return;
      this.epoch = announcement.epoch;
      this.heardAnnouncement(announcement);
    });
    for (const by of commandClasses) this.#hearAnswers(by);
  }

  /** Under the name that it has as a sender of this class. */
  #hearAnswers(by: CommandClass): void {
    const address = `${by}.${this.sender}`;
    this.#bus.subscribe(this.#subjects.answers(address), (bytes) => {
      const { to, answers } = unpackAnswers(bytes, this.#keys.coreKeys);
      if (to !== address) return;
      for (const { request, tag, result } of answers) {
        if (this.answers.has(request) || this.#tags.get(request) !== tag) continue;
        this.answers.set(request, result);
        this.heardAnswer(request, result);
      }
    });
  }

  encode(draft: CommandDraft): Uint8Array {
    const out = new Writer(64);
    encodeCommand(draft, out);
    return out.done();
  }

  /** The request number, to look the answer up by. */
  send(commands: readonly Uint8Array[], by: CommandClass, sentAt: number = this.#clock.now()): number[] {
    const packed = commands.map((bytes) => {
      this.#request += 1;
      return { request: this.#request, bytes };
    });
    const message = packCommands({ by, sender: `${by}.${this.sender}`, sentAt, commands: packed }, this.#keyOf(by));
    for (const { request } of packed) this.#tags.set(request, messageTag(message));
    this.#bus.publish(this.#subjects.commands(this.epoch, by), message);
    return packed.map(({ request }) => request);
  }

  #keyOf(by: CommandClass): Seal | Signer {
    const key = by === "core" ? this.#keys.signer : this.#keys.seals.of(by);
    if (key === undefined) throw new Error(`no key of class ${by}`);
    return key;
  }
}

/** One question, sealed as a gateway would; throws when the answer is not the core's. */
export async function askSealed(
  bus: Bus,
  subject: string,
  question: Question,
  timeoutMs: number,
  { seals, coreKeys }: BusKeys,
  now: number = systemClock.now(),
  by: CommandClass = "user",
): Promise<Reply> {
  const asked = sealQuestion(question, { by, sender: "asker", seal: seals.of(by)! }, now);
  const reply = openReply(await bus.request(subject, asked, timeoutMs), asked, coreKeys);
  if (reply === undefined) throw new Error("no process of the core has signed the answer");
  return reply;
}
