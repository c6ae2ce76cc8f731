import { refusals } from "@tidemark/contracts";
import {
  claimedClass,
  classOfKind,
  decodeCommand,
  DecodeError,
  unpackCommands,
  type Writer,
} from "@tidemark/contracts/codec";
import { type Command, type CommandClass, journalCommands } from "@tidemark/contracts/journal";
import type { Clock, MessageChecks } from "@tidemark/kit-node";
import { batchHeadBytes, commandHeadBytes, writeCommand } from "../journal/row.ts";

export const batchCommandsMax = 512;
const batchBytesMax = 256 * 1024;
/** Orders beyond this are told to come back; cancels, which shrink what is at risk, get twice the room. */
export const queueCommandsMax = 8_192;
export const queueCancelsMax = 2 * queueCommandsMax;
/** A delayed order must not fill later. */
const commandAgeMaxMs = 10_000;
/** Clocks of sender and core may each be a second off. A time further ahead would never be late, and the command could be held back and sent when it suits. */
const commandAheadMaxMs = 2_000;

/** Behind the class. It becomes a part of a subject: nothing in it may have a meaning there. */
const senderForm = /^[a-z]+\.[A-Za-z0-9_-]{1,64}$/;
/** No sender packs more into one message. A question's answer may be longer, so the bus itself lets more through. */
const messageMax = 64 * 1024;

/** The commands of one batch, by position, and whom to answer. */
export type Gathered = {
  readonly commands: Command[];
  readonly senders: string[];
  readonly requests: number[];
  /** Which messages carried them. */
  readonly tags: number[];
};

export const nothingGathered: Gathered = { commands: [], senders: [], requests: [], tags: [] };

type OpenedCommands = ReturnType<typeof unpackCommands>;
type Refuse = (sender: string, request: number, tag: number, code: number) => void;
/** Whether everybody can follow an upgrade to this version. */
type MayUpgrade = (to: number) => boolean;
/** The version that the journal's next row is written under. */
type LogicVersion = () => number;

const isCancel = (type: Command["type"]): boolean =>
  type === "cancel_order" || type === "cancel_by_key" || type === "cancel_all";

/** By id it hits one order, whenever it comes; the other cancels would, late, hit newer orders. */
const mayBeLate = (type: Command["type"]): boolean => type === "cancel_order";

/**
 * What has arrived and is not yet in the journal. Each command is opened, checked and decoded once, here: what fails never reaches the
 * journal, so a row can always be read back.
 */
export class Intake {
  readonly #clock: Clock;
  readonly #checks: MessageChecks;
  readonly #refuse: Refuse;
  readonly #mayUpgrade: MayUpgrade;
  readonly #logicVersion: LogicVersion;
  // Columns instead of an object per command: one splice per column hands over a batch.
  readonly #commands: Command[] = [];
  readonly #bytes: Uint8Array[] = [];
  readonly #senders: string[] = [];
  readonly #requests: number[] = [];
  readonly #tags: number[] = [];
  readonly #sentAt: number[] = [];

  constructor(clock: Clock, checks: MessageChecks, refuse: Refuse, mayUpgrade: MayUpgrade, logicVersion: LogicVersion) {
    this.#clock = clock;
    this.#checks = checks;
    this.#refuse = refuse;
    this.#mayUpgrade = mayUpgrade;
    this.#logicVersion = logicVersion;
  }

  get count(): number {
    return this.#commands.length;
  }

  /**
   * `by` is the class of the subject where it arrived. A message of another class, or without a fitting seal or signature, has no sender that
   * could be believed, so it is not even answered; false then.
   */
  receive(bytes: Uint8Array, by: CommandClass): boolean {
    const message = this.#open(bytes, by);
    if (message === undefined) return false;
    const ageMs = this.#clock.now() - message.sentAt;
    const late = ageMs > commandAgeMaxMs || ageMs < -commandAheadMaxMs;
    for (const { request, bytes: commandBytes } of message.commands) {
      const refusal = this.#admit(message, request, commandBytes, late);
      if (refusal !== 0) this.#refuse(message.sender, request, message.tag, refusal);
    }
    return true;
  }

  #open(bytes: Uint8Array, by: CommandClass): OpenedCommands | undefined {
    if (bytes.length > messageMax) return undefined;
    try {
      const check = claimedClass(bytes) === by ? this.#checks.of(by) : undefined;
      if (check === undefined) return undefined;
      const message = unpackCommands(bytes, check);
      return message.sender.startsWith(`${by}.`) && senderForm.test(message.sender) ? message : undefined;
    } catch (error) {
      if (error instanceof DecodeError) return undefined;
      throw error;
    }
  }

  /** The code of the refusal, 0 when the command is in the queue. */
  #admit(message: OpenedCommands, request: number, bytes: Uint8Array, late: boolean): number {
    const by = classOfKind(bytes[0] ?? 0);
    if (by === undefined || bytes.length > batchBytesMax - batchHeadBytes - commandHeadBytes)
      return refusals.REQUEST_INVALID.code;
    if (by !== message.by) return refusals.CLASS_FORBIDDEN.code;
    let command: Command;
    try {
      command = decodeCommand(bytes, 0, bytes.length);
    } catch (error) {
      if (error instanceof DecodeError) return refusals.REQUEST_INVALID.code;
      throw error;
    }
    if (late && !mayBeLate(command.type)) return refusals.TOO_OLD.code;
    // An older build that reads the same row could not decode it.
    if (journalCommands[command.type].since > this.#logicVersion()) return refusals.COMMAND_TOO_NEW.code;
    // Once in the journal it cannot be taken back, and whoever does not know the version could not read on.
    if (command.type === "upgrade" && !this.#mayUpgrade(command.to)) return refusals.CONFIG_INVALID.code;
    if (this.count >= (isCancel(command.type) ? queueCancelsMax : queueCommandsMax)) return refusals.BUSY.code;
    this.#commands.push(command);
    this.#bytes.push(bytes);
    this.#senders.push(message.sender);
    this.#requests.push(request);
    this.#tags.push(message.tag);
    this.#sentAt.push(message.sentAt);
    return 0;
  }

  /** Takes the next batch and writes its bytes; what grew too old while it waited is refused here. */
  take(out: Writer): Gathered {
    const sentAtMin = this.#clock.now() - commandAgeMaxMs;
    let taken = 0;
    let kept = 0;
    for (; taken < this.#commands.length && kept < batchCommandsMax; taken += 1) {
      const bytes = this.#bytes[taken]!;
      if (out.length + commandHeadBytes + bytes.length > batchBytesMax) break;
      if (this.#sentAt[taken]! < sentAtMin && !mayBeLate(this.#commands[taken]!.type)) {
        this.#refuse(this.#senders[taken]!, this.#requests[taken]!, this.#tags[taken]!, refusals.TOO_OLD.code);
        continue;
      }
      writeCommand(out, bytes);
      this.#keep(taken, kept);
      kept += 1;
    }
    return this.#handOver(taken, kept);
  }

  /** Closes the gaps that refused commands left. */
  #keep(from: number, to: number): void {
    if (from === to) return;
    this.#commands[to] = this.#commands[from]!;
    this.#senders[to] = this.#senders[from]!;
    this.#requests[to] = this.#requests[from]!;
    this.#tags[to] = this.#tags[from]!;
  }

  #handOver(taken: number, kept: number): Gathered {
    const commands = this.#commands.splice(0, taken);
    const senders = this.#senders.splice(0, taken);
    const requests = this.#requests.splice(0, taken);
    const tags = this.#tags.splice(0, taken);
    this.#bytes.splice(0, taken);
    this.#sentAt.splice(0, taken);
    commands.length = kept;
    senders.length = kept;
    requests.length = kept;
    tags.length = kept;
    return { commands, senders, requests, tags };
  }
}
