import { randomBytes } from "node:crypto";
import { refusals } from "@tidemark/contracts";
import {
  messageBytesMax,
  messageTag,
  packCommands,
  type Seal,
  sealLength,
  unpackAnswers,
  type Verifier,
} from "@tidemark/contracts/codec";
import type { CommandResult } from "@tidemark/contracts/journal";
import { type Bus, type Clock, type Log, subjects } from "@tidemark/kit-node";

/** `busy`: nothing was sent, nothing happened. `unknown`: it was sent and may have happened. */
export type CommandOutcome = CommandResult | "busy" | "unknown";
export type Commands = {
  send(bytes: Uint8Array, kind: "trade" | "cancel"): Promise<CommandOutcome>;
  /** An announcement of this epoch's leader arrived. A new leader gets all unanswered and all later commands. */
  lead(epoch: number): void;
  readonly hasLeader: boolean;
  readonly inFlight: number;
  close(): void;
};

type Pending = {
  readonly request: number;
  readonly bytes: Uint8Array;
  readonly bornAt: number;
  /** The timestamp of the first try is kept, so that a retry cannot pass as a younger command. */
  stampedAt: number;
  lastTryAt: number;
  tries: number;
  /** The messages that carried it: an answer to another message is to somebody else's command. */
  readonly tags: number[];
  resolve(outcome: CommandOutcome): void;
};

export type CommandsDeps = {
  readonly bus: Bus;
  readonly core: string;
  readonly userSeal: Seal;
  readonly coreKeys: Verifier;
  readonly clock: Clock;
  readonly log: Log;
  readonly inFlightMax: number;
};

const triesMax = 3;
const totalMs = 5_000;
/** Waits after the first and the second try. The last try comes late enough to reach a new leader after a fail-over. */
const retryAfterMs = [1_000, 2_800] as const;
const sweepEveryMs = 100;
const leaderSilentMaxMs = 5_000;
/** Refusals that say that this copy was not journaled. */
const turnedAway = new Set<number>([refusals.BUSY.code, refusals.TOO_OLD.code]);
const requestMax = 4_294_967_295;
/** Share of the table reserved for cancels, so that traders can cancel while orders flood in. */
const cancelShare = 0.1;

/**
 * Packs the commands of one turn of the event loop into one sealed message. A lost message, a lost answer and a new leader look alike from
 * here: the same bytes are sent again, and the core's key table makes the retry harmless.
 */
export function createCommands(deps: CommandsDeps): Commands {
  const { bus, core, clock, log } = deps;
  const sender = `user.${randomBytes(6).toString("hex")}`;
  const headBytes = 3 + 1 + sender.length + 8 + 2 + sealLength;
  const table = new Map<number, Pending>();
  let queue: Pending[] = [];
  let isFlushPlanned = false;
  let epoch: number | undefined;
  let leaderHeardAt = 0;
  let lastRequest = 0;
  let dropped = 0;

  function publish(commands: readonly Pending[], stampedAt: number): void {
    if (epoch === undefined) return;
    const message = packCommands({ by: "user", sender, sentAt: stampedAt, commands }, deps.userSeal);
    const tag = messageTag(message);
    for (const { tags } of commands) tags.push(tag);
    bus.publish(subjects(core).commands(epoch, "user"), message);
  }

  /** One message for all commands; more where they do not fit into one. */
  function ship(commands: readonly Pending[]): void {
    const now = clock.steady();
    const wall = clock.now();
    let from = 0;
    let bytes = headBytes;
    let stampedAt = wall;
    for (const [index, command] of commands.entries()) {
      const size = 6 + command.bytes.length;
      if (bytes + size > messageBytesMax) {
        publish(commands.slice(from, index), stampedAt);
        from = index;
        bytes = headBytes;
        stampedAt = wall;
      }
      bytes += size;
      if (command.tries === 0) command.stampedAt = wall;
      stampedAt = Math.min(stampedAt, command.stampedAt);
      command.tries += 1;
      command.lastTryAt = now;
    }
    if (from < commands.length) publish(from === 0 ? commands : commands.slice(from), stampedAt);
  }

  /** A leader announces several times a second, also without new batches. */
  const hasLeader = (): boolean => epoch !== undefined && clock.steady() - leaderHeardAt < leaderSilentMaxMs;

  function flush(): void {
    isFlushPlanned = false;
    // Without a leader nothing is sent, so that the result is BUSY and not unknown.
    if (queue.length === 0 || !hasLeader()) return;
    const gathered = queue;
    queue = [];
    ship(gathered);
  }

  function finish(pending: Pending, outcome: CommandOutcome): void {
    if (table.delete(pending.request)) pending.resolve(outcome);
  }

  function sweep(): void {
    const now = clock.steady();
    const again: Pending[] = [];
    for (const pending of table.values()) {
      if (now - pending.bornAt >= totalMs) finish(pending, pending.tries === 0 ? "busy" : "unknown");
      else if (
        pending.tries > 0 &&
        pending.tries < triesMax &&
        now - pending.lastTryAt >= retryAfterMs[pending.tries - 1]!
      )
        again.push(pending);
    }
    if (queue.length > 0) queue = queue.filter((pending) => table.has(pending.request));
    if (again.length > 0) ship(again);
  }

  function receive(bytes: Uint8Array): void {
    try {
      const message = unpackAnswers(bytes, deps.coreKeys);
      if (message.to !== sender) return;
      for (const { request, tag, result } of message.answers) {
        const pending = table.get(request);
        if (pending?.tags.includes(tag) !== true) continue;
        // One copy was not journaled; another may still be executed.
        if (pending.tries > 1 && turnedAway.has(result.code)) continue;
        finish(pending, result);
      }
    } catch (error) {
      dropped += 1;
      // The bus connection must survive any error; the commands are sent again. Logged at powers of two: an attack cannot flood the log.
      if (Number.isInteger(Math.log2(dropped)))
        log.error({ dropped, problem: error instanceof Error ? error.message : "unknown" }, "core: answer dropped");
    }
  }

  function nextRequest(): number {
    do lastRequest = lastRequest === requestMax ? 1 : lastRequest + 1;
    while (table.has(lastRequest));
    return lastRequest;
  }

  const unsubscribe = bus.subscribe(subjects(core).answers(sender), receive);
  const sweeper = setInterval(sweep, sweepEveryMs);
  sweeper.unref();

  return {
    send(bytes, kind) {
      const room = kind === "cancel" ? deps.inFlightMax : deps.inFlightMax * (1 - cancelShare);
      if (table.size >= room) return Promise.resolve("busy");
      return new Promise((resolve) => {
        const request = nextRequest();
        const pending = {
          request,
          bytes,
          bornAt: clock.steady(),
          stampedAt: 0,
          lastTryAt: 0,
          tries: 0,
          tags: [],
          resolve,
        };
        table.set(request, pending);
        queue.push(pending);
        if (isFlushPlanned) return;
        isFlushPlanned = true;
        setImmediate(flush);
      });
    },
    lead(next) {
      if (epoch !== undefined && next < epoch) return;
      leaderHeardAt = clock.steady();
      if (epoch === next) return isFlushPlanned ? undefined : flush();
      epoch = next;
      const again = [...table.values()].filter((pending) => pending.tries > 0 && pending.tries < triesMax);
      if (again.length > 0) ship(again);
      flush();
    },
    get hasLeader() {
      return hasLeader();
    },
    get inFlight() {
      return table.size;
    },
    close() {
      clearInterval(sweeper);
      unsubscribe();
      for (const pending of table.values()) finish(pending, pending.tries === 0 ? "busy" : "unknown");
    },
  };
}
