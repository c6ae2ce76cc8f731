import type { Owner } from "@tidemark/contracts";
import type { CommandClass } from "@tidemark/contracts/journal";
import { type RpcName, subjects } from "./subjects.ts";

/**
 * The processes that connect to the bus, each with a key of its own. `upgrade` is CORE_ROLE=upgrade; `development` is what lists and seeds a
 * development exchange, and has no place in production.
 */
export const busServices = [
  "core",
  "projector",
  "funds-proof",
  "gateway",
  "platform",
  "oracle",
  "wallet",
  "console",
  "upgrade",
  "development",
] as const;
export type BusService = (typeof busServices)[number];

/** What the server lets a service do. A subscription is a subject, or a subject and its queue group with a space between. */
export type BusRights = {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** Whether it may answer what it was asked, once per question, wherever the asker wants the answer. */
  readonly answers: boolean;
};
/** `*` for any core: development, where every test has a core of its own. */
export type BusCores = {
  readonly core: string;
  /** The core of the simulated exchange; the platform serves both. */
  readonly simulated?: string;
};

const none: BusRights = { publish: [], subscribe: [], answers: false };

function both(...rights: readonly BusRights[]): BusRights {
  const all = (of: "publish" | "subscribe"): string[] => [...new Set(rights.flatMap((one) => one[of]))].toSorted();
  return { publish: all("publish"), subscribe: all("subscribe"), answers: rights.some(({ answers }) => answers) };
}

/** Commands of these classes, and their answers. The announcements say who leads. */
function sends(core: string, classes: readonly CommandClass[]): BusRights {
  const { commands, answers, announcements } = subjects(core);
  return {
    ...none,
    publish: classes.map((by) => commands("*", by)),
    subscribe: [announcements, ...classes.map((by) => answers(`${by}.*`))],
  };
}

/** Answers questions at a subject, in a queue group: nobody else may take a share of them. */
const serves = (subject: string, group: string): BusRights => ({
  ...none,
  subscribe: [`${subject} ${group}`],
  answers: true,
});

const platformIs: Owner = "platform";
const walletIs: Owner = "wallet";
const consoleIs: Owner = "console";
/** What the wallet asks of the platform, where no gateway may ask. */
const walletAsks: RpcName = "wallet_asks";

/** What the platform does at one core. */
function platformAt(core: string, classes: readonly CommandClass[]): BusRights {
  const { rpc, invalidated, topics, now, history } = subjects(core);
  const publishes = { ...none, publish: [invalidated(platformIs), topics(platformIs), now, history] };
  return both(serves(rpc(platformIs), platformIs), sends(core, classes), publishes);
}

/** Everything that each service needs, and no more. */
const rights: Record<BusService, (cores: BusCores) => BusRights> = {
  core({ core }) {
    const { announcements, answers, alive, mismatches, commands, now } = subjects(core);
    const among = [announcements, alive, mismatches];
    const own = { ...none, publish: [...among, answers("*.*")], subscribe: [...among, commands("*", "*")] };
    return both(own, serves(now, "now"));
  },
  projector({ core }) {
    const { announcements, alive, history, historyTopics } = subjects(core);
    const own = { ...none, publish: [alive, historyTopics], subscribe: [announcements] };
    return both(own, serves(history, "history"));
  },
  "funds-proof"({ core }) {
    const { announcements, alive, fundsProof } = subjects(core);
    const own = { ...none, publish: [alive], subscribe: [announcements] };
    return both(own, serves(fundsProof, "funds-proof"));
  },
  gateway({ core }) {
    const { now, history, fundsProof, rpc, invalidated, topics, inbox } = subjects(core);
    const own = {
      ...none,
      publish: [now, history, fundsProof, rpc(platformIs), rpc(walletIs)],
      subscribe: [invalidated("*"), topics("*"), `${inbox("gateway")}.>`],
    };
    return both(own, sends(core, ["user"]));
  },
  platform({ core, simulated }) {
    const own = { ...none, subscribe: [`${subjects(core).inbox("platform")}.>`] };
    const ofOperators = serves(subjects(core).rpc(consoleIs), consoleIs);
    const ofWallet = serves(subjects(core).rpc(walletAsks), walletAsks);
    // Play money is credited by the platform; real money only by a wallet.
    const atSimulated = simulated === undefined ? none : platformAt(simulated, ["platform", "wallet", "operator"]);
    return both(own, ofOperators, ofWallet, platformAt(core, ["platform", "operator"]), atSimulated);
  },
  oracle({ core }) {
    const { now, inbox } = subjects(core);
    return both({ ...none, publish: [now], subscribe: [`${inbox("oracle")}.>`] }, sends(core, ["oracle"]));
  },
  /**
   * The platform is asked whether a session is open and what it has approved, and is told the state of payments, at a subject where nobody else
   * may ask; the history, for what the core holds; publications, for the roots that reserve addresses sign.
   */
  wallet({ core }) {
    const { now, history, fundsProof, rpc, inbox } = subjects(core);
    const own = { ...none, publish: [now, history, fundsProof, rpc(walletAsks)], subscribe: [`${inbox("wallet")}.>`] };
    return both(own, serves(rpc(walletIs), walletIs), sends(core, ["wallet"]));
  },
  /** What operators ask of the platform. It sends no command: what they decide is the platform's to carry out. */
  console({ core }) {
    const { rpc, inbox } = subjects(core);
    return { ...none, publish: [rpc(consoleIs)], subscribe: [`${inbox("console")}.>`] };
  },
  upgrade: ({ core }) => sends(core, ["core"]),
  development({ core }) {
    const { now, history, fundsProof, alive, inbox } = subjects(core);
    const own = { ...none, publish: [now, history, fundsProof], subscribe: [alive, `${inbox("development")}.>`] };
    return both(own, sends(core, ["user", "wallet", "oracle", "platform", "operator", "core"]));
  },
};

export const busRightsOf = (service: BusService, cores: BusCores): BusRights => rights[service](cores);
