import { field, highWord, joinWords, lowWord } from "../memory/bits.ts";
import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { Table } from "../memory/table.ts";
import { UserMarket, User } from "./user.ts";
import { defineRecord, sizeOf, word, words } from "../memory/record.ts";

export const source = { last: 0, mark: 1, index: 2 } as const;
export const direction = { up: 1, down: 2 } as const;
export const role = { order: 0, takeProfit: 1, stopLoss: 2, trailing: 3 } as const;
/** It sleeps with its order, waits, or has fired and is sent again. */
export const phase = { dormant: 0, waiting: 1, armed: 2 } as const;

/** An order, or a TP/SL, that waits for a price. It reserves nothing. */
export const Trigger = defineRecord("trigger", {
  idLow: word,
  idHigh: word,
  userMarket: word,
  /** As an order's terms: what it becomes when it fires. */
  terms: word,
  qty: word,
  /** Its limit in ticks once it has fired; 0: at market. */
  price: word,
  triggerPrice: word,
  source: word,
  direction: word,
  alarm: word,
  role: word,
  phase: word,
  /** A TP/SL of the whole position, always its current size. */
  isWhole: word,
  sibling: word,
  older: word,
  newer: word,
  /** The next TP/SL of its position. */
  nextExit: word,
  position: word,
  k0: word,
  k1: word,
  k2: word,
  k3: word,
  /**
   * Of a TP/SL: what hangs on the order that brought it along, and on the close that its sibling became. Of an opening
   * trigger: the TP/SL that go over to the order it becomes.
   */
  attachment: word,
  beside: word,
  /** While armed: its place among those that are sent again. */
  armedAhead: word,
  armedAfter: word,
  /** Of a trailing stop: what it has beyond all this. Its trigger price is the one that activates it, 0: none, and from firing on its last. */
  trail: word,
});

/**
 * What hangs on an order of a perpetual until it is final: the TP/SL that an opening order brought along and that follow its fills,
 * or the TP/SL that still waits beside the close that its sibling became.
 */
export const Attachment = defineRecord("attachment", {
  /** The order's record, once it rests; or the opening trigger's, until it fires. */
  order: word,
  trigger: word,
  /** How much of the order's fills it knows of. */
  filled: word,
  takeProfit: word,
  stopLoss: word,
  /** The one that waits beside a close. */
  beside: word,
  /** What the TP and the SL of an opening order are to be, for as long as it lives. */
  takeProfitTerms: words(3),
  stopLossTerms: words(3),
});
/** In ticks; without a price there is none, and without a limit it closes at market. */
export const ExitTerms = { price: 0, source: 1, limit: 2 } as const;

export class Triggers {
  declare readonly pool: Pool;
  declare readonly attachments: Pool;
  declare private readonly memory: Memory;
  declare private readonly byId: Table;

  constructor(memory: Memory) {
    this.memory = memory;
    this.pool = new Pool(memory, sizeOf(Trigger));
    this.attachments = new Pool(memory, sizeOf(Attachment));
    this.byId = new Table(memory);
  }

  find(id: number): number {
    return id === 0 ? 0 : this.byId.find(lowWord(id), highWord(id));
  }

  idOf(trigger: number): number {
    const { w } = this.memory;
    return joinWords(w[trigger + Trigger.idHigh]!, w[trigger + Trigger.idLow]!);
  }

  side(trigger: number): number {
    return field(this.memory.w[trigger + Trigger.terms]!, 0, 1);
  }
  type(trigger: number): number {
    return field(this.memory.w[trigger + Trigger.terms]!, 1, 3);
  }
  tif(trigger: number): number {
    return field(this.memory.w[trigger + Trigger.terms]!, 3, 3);
  }
  postOnly(trigger: number): boolean {
    return field(this.memory.w[trigger + Trigger.terms]!, 5, 1) === 1;
  }
  stp(trigger: number): number {
    return field(this.memory.w[trigger + Trigger.terms]!, 6, 3);
  }
  keyForm(trigger: number): number {
    return field(this.memory.w[trigger + Trigger.terms]!, 12, 7);
  }
  posSide(trigger: number): number {
    return field(this.memory.w[trigger + Trigger.terms]!, 15, 3);
  }

  /** Makes a new record findable, and the newest of its user's. */
  index(trigger: number): void {
    const { memory } = this;
    const { w } = memory;
    const userMarket = w[trigger + Trigger.userMarket]!;
    const user = w[userMarket + UserMarket.user]!;
    const newest = w[user + User.newestTrigger]!;
    memory.set(trigger + Trigger.older, newest);
    memory.set(trigger + Trigger.newer, 0);
    memory.set(newest === 0 ? user + User.oldestTrigger : newest + Trigger.newer, trigger);
    memory.set(user + User.newestTrigger, trigger);
    memory.set(userMarket + UserMarket.triggers, w[userMarket + UserMarket.triggers]! + 1);
    this.byId.insert(trigger);
  }

  drop(trigger: number): void {
    const { memory } = this;
    const { w } = memory;
    const userMarket = w[trigger + Trigger.userMarket]!;
    const user = w[userMarket + UserMarket.user]!;
    const older = w[trigger + Trigger.older]!;
    const newer = w[trigger + Trigger.newer]!;
    memory.set(older === 0 ? user + User.oldestTrigger : older + Trigger.newer, newer);
    memory.set(newer === 0 ? user + User.newestTrigger : newer + Trigger.older, older);
    memory.set(userMarket + UserMarket.triggers, w[userMarket + UserMarket.triggers]! - 1);
    this.byId.remove(trigger);
    this.pool.free(trigger);
  }

  /** A new attachment of an order of which so much is filled. */
  newAttachment(filled: number): number {
    const attachment = this.attachments.alloc();
    for (let word = 0; word < sizeOf(Attachment); word += 1) this.memory.set(attachment + word, 0);
    this.memory.set(attachment + Attachment.filled, filled);
    return attachment;
  }
}
