import { randomBytes } from "node:crypto";
import { refusals, success } from "@tidemark/contracts";
import {
  type CommandDraft,
  DecodeError,
  encodeCommand,
  messageTag,
  packCommands,
  unpackAlive,
  unpackAnnouncement,
  unpackAnswers,
  Writer,
} from "@tidemark/contracts/codec";
import { type CommandClass, commandClasses, type CommandResult } from "@tidemark/contracts/journal";
import {
  type Asker,
  connectBus,
  developmentAccess,
  openReply,
  type Question,
  type Reply,
  sealQuestion,
  sealsOf,
  subjects,
  systemClock,
} from "@tidemark/kit-node";
import { coreKeysFor } from "./processes/node-names.ts";

/** A command of a numbered producer before it has its number. */
export type Unnumbered = CommandDraft extends infer D
  ? D extends { producer: number }
    ? Omit<D, "producer" | "number">
    : never
  : never;

/** Speaks to a core the way its colleagues do: operator, wallet and oracle send sealed commands, anyone may ask. */
export type CoreLink = {
  /** The epoch of the leader last heard, 0 before the first. */
  readonly epoch: number;
  /** The newest batch announced. */
  readonly seq: number;
  /** All results, in order. Sends again what stays without an answer; throws when nobody answers in time. */
  send(by: CommandClass, drafts: readonly CommandDraft[]): Promise<CommandResult[]>;
  /** Sends without waiting: for prices, where the next one is newer anyway. */
  tell(by: CommandClass, drafts: readonly CommandDraft[]): void;
  /** The number that a producer's next command must carry. */
  nextNumber(by: CommandClass, producer: number): Promise<number>;
  ask(kind: "now" | "history", question: Question): Promise<Reply>;
  /** The name of a follower that is up to date, as soon as one is heard on the bus. */
  hearFollower(withinMs: number): Promise<string>;
  close(): Promise<void>;
};

const tryEveryMs = 1_000;
const answerWaitMaxMs = 15_000;
const questionWaitMaxMs = 1_500;
const questionTriesMax = 6;
const commandsPerMessage = 200;
/** Far beyond any number that a producer has reached: its refusal says which number was expected. */
const numberNobodyHas = 4_000_000_000;

/** Undefined for what no process of the core has signed: an exception would close the connection to the bus. */
function unlessForged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

export async function linkCore(natsUrl: string, core: string, name = "dev"): Promise<CoreLink> {
  const bus = await connectBus(natsUrl, name, developmentAccess("development", core));
  const seals = sealsOf("", "development");
  const coreKeys = coreKeysFor(core);
  const paths = subjects(core);
  const id = `${name}-${randomBytes(4).toString("hex")}`;
  const senderOf = (by: CommandClass): string => `${by}.${id}`;
  const asker: Asker = { by: "user", sender: senderOf("user"), seal: seals.of("user")!, replyCheck: coreKeys };
  const waiting = new Map<number, (result: CommandResult) => void>();
  const tags = new Map<number, number[]>();
  let request = 0;
  let epoch = 0;
  let seq = 0;

  bus.subscribe(paths.announcements, (bytes) => {
    const announcement = unlessForged(() => unpackAnnouncement(bytes, coreKeys));
    if (announcement === undefined || announcement.epoch < epoch) return;
    epoch = announcement.epoch;
    seq = Math.max(seq, announcement.seq);
  });
  for (const by of commandClasses)
    bus.subscribe(paths.answers(senderOf(by)), (bytes) => {
      const message = unlessForged(() => unpackAnswers(bytes, coreKeys));
      if (message?.to !== senderOf(by)) return;
      for (const answer of message.answers) {
        if (tags.get(answer.request)?.includes(answer.tag) !== true) continue;
        waiting.get(answer.request)?.(answer.result);
        waiting.delete(answer.request);
        tags.delete(answer.request);
      }
    });

  function packed(draft: CommandDraft): { request: number; bytes: Uint8Array } {
    const out = new Writer(64);
    encodeCommand(draft, out);
    request += 1;
    return { request, bytes: out.done() };
  }

  function publish(by: CommandClass, commands: readonly { request: number; bytes: Uint8Array }[]): void {
    for (let from = 0; from < commands.length; from += commandsPerMessage) {
      const part = commands.slice(from, from + commandsPerMessage);
      const message = packCommands(
        { by, sender: senderOf(by), sentAt: systemClock.now(), commands: part },
        seals.of(by)!,
      );
      for (const { request: number } of part)
        if (waiting.has(number)) tags.set(number, [...(tags.get(number) ?? []), messageTag(message)]);
      bus.publish(paths.commands(epoch, by), message);
    }
  }

  async function send(by: CommandClass, drafts: readonly CommandDraft[]): Promise<CommandResult[]> {
    const commands = drafts.map(packed);
    const results = Promise.all(
      commands.map((command) => new Promise<CommandResult>((resolve) => waiting.set(command.request, resolve))),
    );
    const giveUpAt = systemClock.steady() + answerWaitMaxMs;
    while (systemClock.steady() < giveUpAt) {
      if (epoch > 0)
        publish(
          by,
          commands.filter((command) => waiting.has(command.request)),
        );
      const won = await Promise.race([results, systemClock.sleep(epoch > 0 ? tryEveryMs : 50)]);
      if (won !== undefined) return won;
    }
    for (const command of commands) {
      waiting.delete(command.request);
      tags.delete(command.request);
    }
    throw new Error(`the core ${core} did not answer ${drafts.length} commands of class ${by} in time`);
  }

  return {
    get epoch() {
      return epoch;
    },
    get seq() {
      return seq;
    },
    send,
    tell: (by, drafts) => (epoch > 0 ? publish(by, drafts.map(packed)) : undefined),
    async nextNumber(by, producer) {
      const probe = { ...probes[by]!, producer, number: numberNobodyHas } as CommandDraft;
      const [result] = await send(by, [probe]);
      if (result!.code !== refusals.PRODUCER_GAP.code)
        throw new Error(`producer ${producer} is stopped: the core answered ${result!.code}`);
      return Number(result!.facts[0]);
    },
    async ask(kind, question) {
      const subject = kind === "now" ? paths.now : paths.history;
      // A question changes nothing, so it may simply be asked again: whoever was to answer may just have left.
      for (let left = questionTriesMax; ; left -= 1) {
        try {
          const asked = sealQuestion(question, asker, systemClock.now());
          const reply = openReply(await bus.request(subject, asked, questionWaitMaxMs), asked, coreKeys);
          if (reply !== undefined) return reply;
          throw new Error("no process of the core has signed the answer");
        } catch (error) {
          if (left <= 1) throw new Error(`nobody answered ${question.call}`, { cause: error });
          await systemClock.sleep(100);
        }
      }
    },
    async hearFollower(withinMs) {
      const end = { call: (): void => undefined };
      const heard = new Promise<string>((resolve) => {
        end.call = bus.subscribe(paths.alive, (bytes) => {
          const alive = unlessForged(() => unpackAlive(bytes, coreKeys));
          if (alive?.answersNow === true) resolve(alive.node);
        });
      });
      const name = await Promise.race([heard, systemClock.sleep(withinMs)]);
      end.call();
      if (name === undefined) throw new Error(`no follower of ${core} was heard within ${withinMs} ms`);
      return name;
    },
    close: () => bus.close(),
  };
}

/** A harmless command of each class that numbers its commands. */
const probes: Partial<Record<CommandClass, Unnumbered>> = {
  operator: { type: "set_account_status", uid: 0, product: 0, status: 0 },
  wallet: { type: "credit_deposit", uid: 0, asset: 0, amount: 0n, reference: "" },
  platform: { type: "recall_grant", grant: 0 },
};

/**
 * Sends a producer's list from where the journal already has it: the list may only ever grow at its end, so the number that the core
 * expects next says how much of it is done. Running it twice, or after a crash in the middle, does each command once.
 */
export async function sendList(
  link: CoreLink,
  by: CommandClass,
  producer: number,
  list: readonly Unnumbered[],
): Promise<number> {
  const next = await link.nextNumber(by, producer);
  const missing = list.slice(next - 1).map((draft, i) => ({ ...draft, producer, number: next + i }) as CommandDraft);
  if (missing.length === 0) return 0;
  const results = await link.send(by, missing);
  const refused = results.findIndex((result) => result.code !== success);
  if (refused >= 0)
    throw new Error(
      `the core refused ${missing[refused]!.type} with ${results[refused]!.code}: ${JSON.stringify(missing[refused], (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))}`,
    );
  return missing.length;
}
