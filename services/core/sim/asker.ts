import {
  type CommandDraft,
  encodeCommand,
  packCommands,
  type Announcement,
  unpackAnnouncement,
  unpackAnswers,
  Writer,
} from "@tidemark/contracts/codec";
import type { CommandClass, CommandResult } from "@tidemark/contracts/journal";
import {
  type Bus,
  type Clock,
  openReply,
  type Question,
  type Reply,
  sealQuestion,
  type Seals,
  sealsOf,
  subjects,
  systemClock,
} from "@tidemark/kit-node";

/** A gateway without its web side: sends commands to the epoch it last heard of and collects what comes back. */
export class Asker {
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #seals: Seals;
  readonly #subjects: ReturnType<typeof subjects>;
  readonly sender: string;
  #request = 0;
  epoch = 0;
  readonly answers = new Map<number, CommandResult>();
  heardAnswer: (request: number, result: CommandResult) => void = () => undefined;
  heardAnnouncement: (announcement: Announcement) => void = () => undefined;

  constructor(core: string, sender: string, bus: Bus, clock: Clock, seals: Seals) {
    this.#bus = bus;
    this.#clock = clock;
    this.#seals = seals;
    this.sender = sender;
    this.#subjects = subjects(core);
    const seal = seals.of("core")!;
    bus.subscribe(this.#subjects.announcements, (bytes) => {
      const announcement = unpackAnnouncement(bytes, seal);
      // Whoever has seen the new epoch accepts nothing of the old.
      if (announcement.epoch < this.epoch) return;
      this.epoch = announcement.epoch;
      this.heardAnnouncement(announcement);
    });
    bus.subscribe(this.#subjects.answers(sender), (bytes) => {
      for (const { request, result } of unpackAnswers(bytes, seal).answers) {
        if (this.answers.has(request)) continue;
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
    const message = packCommands({ by, sender: this.sender, sentAt, commands: packed }, this.#seals.of(by)!);
    this.#bus.publish(this.#subjects.commands(this.epoch), message);
    return packed.map(({ request }) => request);
  }
}

/** One question, sealed as a gateway would; throws when the answer is not the core's. */
export async function askSealed(
  bus: Bus,
  subject: string,
  question: Question,
  timeoutMs: number,
  seals: Seals = sealsOf("", "development"),
  now: number = systemClock.now(),
): Promise<Reply> {
  const coreSeal = seals.of("core")!;
  const asked = sealQuestion(question, { by: "user", sender: "asker", seal: seals.of("user")!, coreSeal }, now);
  const reply = openReply(await bus.request(subject, asked, timeoutMs), asked, coreSeal);
  if (reply === undefined) throw new Error("the answer's seal does not fit");
  return reply;
}
