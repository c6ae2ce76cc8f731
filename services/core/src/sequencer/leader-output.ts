import type { Signer } from "@tidemark/contracts/codec";
import { type Bus, subjects } from "@tidemark/kit-node";
import type { Row } from "../journal/row.ts";
import type { Machine } from "../machine.ts";
import type { Deps } from "../deps.ts";
import { Announcing } from "./announce.ts";
import { AnswerPacker } from "./answers.ts";
import type { Gathered } from "./intake.ts";

/** Everything a leader says, under its epoch and its signature: answers to senders, announcements to all. */
export class LeaderOutput {
  readonly #bus: Bus;
  readonly #signer: Signer;
  readonly #subjects: ReturnType<typeof subjects>;
  readonly #answers: AnswerPacker;

  constructor(deps: Deps, epoch: number) {
    const { bus, core, signer } = deps;
    this.#bus = bus;
    this.#signer = signer;
    this.#subjects = subjects(core);
    this.#answers = new AnswerPacker(epoch, signer);
  }

  /** A command that never reaches the journal; said with the next `flush`. */
  refuse(sender: string, request: number, tag: number, code: number, seq: number): void {
    this.#answers.add(sender, request, tag, code, seq, 0, 0n, 0n);
  }

  /** What the commands of a batch came to. */
  answer({ senders, requests, tags }: Gathered, seq: number, { results }: Machine): void {
    const { code, ref, first, second } = results;
    for (let i = 0; i < senders.length; i += 1)
      this.#answers.add(senders[i]!, requests[i]!, tags[i]!, code[i]!, seq, ref[i]!, first[i]!, second[i]!);
    this.flush();
  }

  flush(): void {
    this.#answers.flush((sender, message) => this.#bus.publish(this.#subjects.answers(sender), message));
  }

  /** To be run to its end before the next batch begins: the events are the machine's own. */
  announcing(row: Row, events: Float64Array): Announcing {
    const batch = { epoch: row.epoch, seq: row.seq, batchId: row.batchId, at: Math.floor(row.tsUs / 1000) };
    return new Announcing(batch, events, this.#signer, (message) =>
      this.#bus.publish(this.#subjects.announcements, message),
    );
  }
}
