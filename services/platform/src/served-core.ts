import { randomBytes } from "node:crypto";
import type { Owner } from "@tidemark/contracts";
import type { Seal } from "@tidemark/contracts/codec";
import type { CommandClass } from "@tidemark/contracts/journal";
import {
  type Bus,
  type CommandSender,
  type CoreClient,
  type CoreKeys,
  commandSender,
  coreClient,
  type CoreKeySettings,
  coreKeysOf,
  type KeyName,
  type Question,
  sealQuestion,
  sealsOf,
  subjects,
  type Time,
} from "@tidemark/kit-node";
import type { Config } from "./module/config.ts";

type BusAndTime = { readonly bus: Bus; readonly time: Time };
type ServedCoreSettings = BusAndTime & {
  readonly name: string;
  /** As BUS_KEYS. */
  readonly keys: string;
} & Omit<CoreKeySettings, "core">;

/** A core whose gateways the platform answers, with the keys that this process has for it. */
export type ServedCore = {
  readonly name: string;
  readonly rpcSeal: Seal;
  /** Of what the console asks; undefined where this process has no key for it. */
  readonly consoleSeal: Seal | undefined;
  /** The key that the platform and the wallet share for what the wallet asks; undefined where this process has none. */
  readonly walletSeal: Seal | undefined;
  readonly coreKeys: CoreKeys;
  /** Questions to the core under the platform's own class. */
  readonly client: CoreClient;
  /** Sends commands of a class; throws without its key. */
  sender(by: CommandClass): CommandSender;
  invalidate(message: Question): void;
  publishTopic(owner: Owner, change: Question): void;
  close(): void;
};

export function servedCore({ bus, time, name, keys, ...settings }: ServedCoreSettings): ServedCore {
  const seals = sealsOf(keys, settings.mode);
  const coreKeys = coreKeysOf({ core: name, ...settings });
  const sealOf = (key: KeyName): Seal => {
    const seal = seals.of(key);
    if (seal === undefined) throw new Error(`the keys of core ${name} lack ${key}`);
    return seal;
  };
  const rpcSeal = sealOf("platform_rpc");
  const asker = {
    by: "user",
    sender: `platform-${randomBytes(6).toString("hex")}`,
    seal: rpcSeal,
  } as const;
  const bySubject = subjects(name);
  const publish = (subject: string, message: Question): void =>
    bus.publish(subject, sealQuestion(message, asker, time.now()));
  const senders: CommandSender[] = [];
  return {
    name,
    rpcSeal,
    consoleSeal: seals.of("console_rpc"),
    walletSeal: seals.of("wallet_asks"),
    coreKeys,
    client: coreClient({ bus, core: name, by: "platform", seal: sealOf("platform"), coreKeys, clock: time }),
    sender(by) {
      const sender = commandSender({ bus, core: name, by, seal: sealOf(by), coreKeys, time });
      senders.push(sender);
      return sender;
    },
    invalidate: (message) => publish(bySubject.invalidated("platform"), message),
    publishTopic: (owner, change) => publish(bySubject.topics(owner), change),
    close() {
      for (const sender of senders) sender.close();
    },
  };
}

/** The core of the simulated exchange, where there is one. */
export const simulatedCoreOf = (deps: BusAndTime, config: Config): ServedCore | undefined =>
  config.SIMULATED_CORE_NAME === ""
    ? undefined
    : servedCore({
        ...deps,
        name: config.SIMULATED_CORE_NAME,
        keys: config.SIMULATED_BUS_KEYS,
        publicKeys: config.SIMULATED_CORE_PUBLIC_KEYS,
        setting: "SIMULATED_CORE_PUBLIC_KEYS",
        mode: config.TIDEMARK_MODE,
      });
