import { announcedNumbersMax, signedTogetherMax, type Signer, withSignature } from "@tidemark/contracts/codec";
import { type Bus, subjects, type Time } from "@tidemark/kit-node";
import type { Row } from "../journal/row.ts";
import type { Machine } from "../machine.ts";
import type { Deps } from "../deps.ts";
import { Announcing } from "./announce.ts";
import { AnswerPacker } from "./answers.ts";
import type { Gathered } from "./intake.ts";

type Outgoing = { readonly subject: string; readonly body: Uint8Array };

/**
 * Everything a leader says, under its epoch and its signature: answers to senders, announcements to all. What is said together shares one
 * signature, so most batches cost the leader one, and whoever reads both answers and announcement checks one.
 */
export class LeaderOutput {
  readonly #bus: Bus;
  readonly #signer: Signer;
  readonly #time: Time;
  readonly #subjects: ReturnType<typeof subjects>;
  readonly #answers: AnswerPacker;
  #isFlushDue = false;
  #isStopped = false;

  constructor(deps: Deps, epoch: number) {
    const { bus, core, signer, time } = deps;
    this.#bus = bus;
    this.#signer = signer;
    this.#time = time;
    this.#subjects = subjects(core);
    this.#answers = new AnswerPacker(epoch);
  }

  /**
   * A command that never reaches the journal. It is answered with the next batch or at the end of this turn of the event loop: refusals
   * of many messages then share a signature, and a sender of nothing but wrong commands costs the leader little.
   */
  refuse(sender: string, request: number, tag: number, code: number, seq: number): void {
    this.#answers.add(sender, request, tag, code, seq, 0, 0n, 0n);
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    this.#time.soon(() => {
      this.#isFlushDue = false;
      if (!this.#isStopped) this.#say(this.#takeAnswers());
    });
  }

  /** What the commands of a batch came to; said with the first slice of its announcement, or before it where that is long. */
  answer({ senders, requests, tags }: Gathered, seq: number, { results }: Machine): void {
    const { code, ref, first, second } = results;
    for (let i = 0; i < senders.length; i += 1)
      this.#answers.add(senders[i]!, requests[i]!, tags[i]!, code[i]!, seq, ref[i]!, first[i]!, second[i]!);
  }

  /** To be run to its end before the next batch begins: the events are the machine's own. */
  announcing(row: Row, events: Float64Array): Announcing {
    const batch = { epoch: row.epoch, seq: row.seq, batchId: row.batchId, at: Math.floor(row.tsUs / 1000) };
    const subject = this.#subjects.announcements;
    let answers = this.#takeAnswers();
    const partsMin = Math.ceil(events.length / announcedNumbersMax);
    if (answers.length + partsMin > signedTogetherMax) {
      this.#say(answers);
      answers = [];
    }
    return new Announcing(batch, events, (parts) => {
      this.#say([...answers, ...parts.map((body) => ({ subject, body }))]);
      answers = [];
    });
  }

  /** Nothing is said from now on. */
  stop(): void {
    this.#isStopped = true;
  }

  #takeAnswers(): readonly Outgoing[] {
    return this.#answers.take().map(({ sender, body }) => ({ subject: this.#subjects.answers(sender), body }));
  }

  #say(messages: readonly Outgoing[]): void {
    for (let from = 0; from < messages.length; from += signedTogetherMax) {
      const together = messages.slice(from, from + signedTogetherMax);
      const signatures = this.#signer.sign(together.map(({ body }) => body));
      for (const [i, { subject, body }] of together.entries())
        this.#bus.publish(subject, withSignature(body, signatures[i]!));
    }
  }
}
