import { randomBytes } from "node:crypto";
import {
  type CommandClass,
  type CommandDraft,
  type CommandResult,
  DecodeError,
  encodeCommand,
  packCommands,
  type Seal,
  unpackAnnouncement,
  unpackAnswers,
  Writer,
} from "@tidemark/contracts/codec";
import { type Bus, subjects } from "./bus.ts";
import type { Time } from "./clock.ts";

export type CommandSenderKit = {
  readonly bus: Bus;
  readonly core: string;
  readonly by: CommandClass;
  readonly seal: Seal;
  readonly coreSeal: Seal;
  readonly time: Pick<Time, "now" | "after">;
};
/** Gives a core one command at a time and says what became of it. */
export type CommandSender = {
  /** Undefined: nobody said so in time, and it may have been carried out all the same. */
  send(draft: CommandDraft, withinMs: number): Promise<CommandResult | undefined>;
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

export function commandSender({ bus, core, by, seal, coreSeal, time }: CommandSenderKit): CommandSender {
  const paths = subjects(core);
  const sender = `${by}-${randomBytes(6).toString("hex")}`;
  const waiting = new Map<number, (result: CommandResult) => void>();
  let epoch = 0;
  let requests = 0;

  const closes = [
    bus.subscribe(paths.announcements, (bytes) => {
      const heard = read(() => unpackAnnouncement(bytes, coreSeal));
      if (heard !== undefined) epoch = Math.max(epoch, heard.epoch);
    }),
    bus.subscribe(paths.answers(sender), (bytes) => {
      for (const answer of read(() => unpackAnswers(bytes, coreSeal))?.answers ?? [])
        waiting.get(answer.request)?.(answer.result);
    }),
  ];

  return {
    send(draft, withinMs) {
      if (epoch === 0) return Promise.resolve(undefined);
      const request = (requests += 1);
      const out = new Writer(64);
      encodeCommand(draft, out);
      return new Promise((resolve) => {
        const finish = (result: CommandResult | undefined): void => {
          waiting.delete(request);
          callOff();
          resolve(result);
        };
        const callOff = time.after(withinMs, () => finish(undefined));
        waiting.set(request, finish);
        const commands = [{ request, bytes: out.done() }];
        bus.publish(paths.commands(epoch), packCommands({ by, sender, sentAt: time.now(), commands }, seal));
      });
    },
    close() {
      for (const close of closes) close();
    },
  };
}
