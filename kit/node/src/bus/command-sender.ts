import { randomBytes } from "node:crypto";
import {
  type CommandDraft,
  DecodeError,
  encodeCommand,
  messageBytesMax,
  messageTag,
  packCommands,
  type PackedCommand,
  type Seal,
  type Signer,
  unpackAnnouncement,
  unpackAnswers,
  type Verifier,
  Writer,
} from "@tidemark/contracts/codec";
import type { CommandClass, CommandResult } from "@tidemark/contracts/journal";
import type { Bus } from "./bus.ts";
import type { Time } from "../clock.ts";
import { subjects } from "./subjects.ts";

export type CommandSenderDeps = {
  readonly bus: Bus;
  readonly core: string;
  readonly by: CommandClass;
  readonly seal: Seal | Signer;
  readonly coreKeys: Verifier;
  readonly time: Pick<Time, "now" | "after">;
};
/** Sends commands to a core and returns their results. */
export type CommandSender = {
  /** Whether a leader was announced: before that nothing is sent. */
  readonly hasLeader: boolean;
  /** Undefined: no answer in time; the command may still have been executed. */
  send(draft: CommandDraft, withinMs: number): Promise<CommandResult | undefined>;
  /** The same for many, which reach the core in this order. */
  sendAll(drafts: readonly CommandDraft[], withinMs: number): Promise<readonly (CommandResult | undefined)[]>;
  close(): void;
};

const read = <T>(unpack: () => T): T | undefined => {
  try {
    return unpack();
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
};

/** A command that was sent, with the tag of its message: an answer to another message is not its own. */
type Waiting = { tag: number; answered(result: CommandResult): void };

/** A command's request number and length in its message. */
const headBytes = 6;

export function commandSender({ bus, core, by, seal, coreKeys, time }: CommandSenderDeps): CommandSender {
  const paths = subjects(core);
  const sender = `${by}.${randomBytes(6).toString("hex")}`;
  const waiting = new Map<number, Waiting>();
  let epoch = 0;
  let requests = 0;

  const closes = [
    bus.subscribe(paths.announcements, (bytes) => {
      const announcement = read(() => unpackAnnouncement(bytes, coreKeys));
      if (announcement !== undefined) epoch = Math.max(epoch, announcement.epoch);
    }),
    bus.subscribe(paths.answers(sender), (bytes) => {
      const message = read(() => unpackAnswers(bytes, coreKeys));
      if (message?.to !== sender) return;
      for (const { request, tag, result } of message.answers) {
        const command = waiting.get(request);
        if (command?.tag === tag) command.answered(result);
      }
    }),
  ];

  /** As many commands in each message as the bus carries. */
  function publish(packed: readonly PackedCommand[]): void {
    for (let from = 0; from < packed.length;) {
      let bytes = 0;
      let to = from;
      while (to < packed.length && (to === from || bytes + packed[to]!.bytes.length + headBytes <= messageBytesMax)) {
        bytes += packed[to]!.bytes.length + headBytes;
        to += 1;
      }
      const commands = packed.slice(from, to);
      const message = packCommands({ by, sender, sentAt: time.now(), commands }, seal);
      for (const { request } of commands) waiting.get(request)!.tag = messageTag(message);
      bus.publish(paths.commands(epoch, by), message);
      from = to;
    }
  }

  async function sendAll(
    drafts: readonly CommandDraft[],
    withinMs: number,
  ): Promise<readonly (CommandResult | undefined)[]> {
    if (epoch === 0) return drafts.map(() => undefined);
    const first = requests + 1;
    requests += drafts.length;
    const packed = drafts.map((draft, place): PackedCommand => {
      const out = new Writer(64);
      encodeCommand(draft, out);
      return { request: first + place, bytes: out.done() };
    });
    const results = drafts.map((): CommandResult | undefined => undefined);
    let left = drafts.length;
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        callOff();
        for (const { request } of packed) waiting.delete(request);
        resolve();
      };
      const callOff = time.after(withinMs, finish);
      for (const [place, { request }] of packed.entries())
        waiting.set(request, {
          tag: 0,
          answered(result) {
            results[place] ??= result;
            waiting.delete(request);
            if ((left -= 1) === 0) finish();
          },
        });
      publish(packed);
    });
    return results;
  }

  return {
    get hasLeader() {
      return epoch > 0;
    },
    sendAll,
    send: async (draft, withinMs) => (await sendAll([draft], withinMs))[0],
    close() {
      for (const close of closes) close();
    },
  };
}
