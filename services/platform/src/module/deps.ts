import type { Call, OwnerTopic } from "@tidemark/contracts";
import type {
  Answer,
  Asked,
  CommandSender,
  CoreClient,
  Database,
  FeedConsumer,
  HttpHandler,
  Log,
  Outcome,
  RepeatedJob,
  Time,
  TopicWriter,
  Upload,
} from "@tidemark/kit-node";
import type { Accounts } from "./accounts.ts";
import type { Config } from "./config.ts";
import type { Invitations } from "./invitations.ts";
import type { Measures } from "./measures.ts";
import type { Messages } from "./messages.ts";
import type { Notices } from "./notices.ts";
import type { Profiles } from "./profiles.ts";
import type { RegionOf } from "./region.ts";
import type { RegistrationCoupons } from "./registration-coupons.ts";
import type { Timeline } from "./timeline.ts";
import type { Verifications } from "./verifications.ts";
import type { VipLevels } from "./vip-levels.ts";

/** Calls another module by contract, without the bus. */
export type Ask = <A extends Call["ask"], S extends Call["answer"]>(
  call: Call<A, S>,
  ask: A["_zod"]["output"],
  asked: Asked,
) => Promise<Outcome<S["_zod"]["output"]>>;

type SimulatedCore = {
  readonly client: CoreClient;
  /** Sends deposits of play money. */
  readonly deposits: CommandSender;
  /** Sends commands of class operator; undefined where OPERATOR_CALLS is off. */
  readonly operatorCommands: CommandSender | undefined;
};

/** Dependencies of every module. A module's SQL names its own schema only. */
export type ModuleDeps = {
  readonly db: Database;
  readonly time: Time;
  readonly log: Log;
  readonly config: Config;
  readonly regionOf: RegionOf;
  readonly ask: Ask;
  /** Sends the core commands of class platform; undefined without a bus. */
  readonly commands: CommandSender | undefined;
  /** Sends the core commands of class operator; undefined where OPERATOR_CALLS is off, or without a bus. */
  readonly operatorCommands: CommandSender | undefined;
  /** Questions to the core under the platform's own class; undefined without a bus. */
  readonly core: CoreClient | undefined;
  /** The core of the simulated exchange; undefined where there is none. All other deps are of the real core. */
  readonly simulatedCore: SimulatedCore | undefined;
  readonly accounts: Accounts;
  readonly invitations: Invitations;
  readonly profiles: Profiles;
  readonly verifications: Verifications;
  readonly vipLevels: VipLevels;
  readonly registrationCoupons: RegistrationCoupons;
  readonly notices: Notices;
  readonly messages: Messages;
  readonly measures: Measures;
  /** Publishes to every gateway that cached records are no longer valid; gateways that miss it poll. */
  readonly invalidate: (kind: string, facts: unknown) => void;
  /** Numbers and publishes the changes of the module's topics. */
  readonly topics: TopicWriter;
};

export type Module = {
  /** The calls of the catalogue that it answers. */
  readonly answers: readonly Answer[];
  /** What it answers to the wallet, and to nobody else. */
  readonly walletAnswers?: readonly Answer[];
  /** The calls of the console that it answers. */
  readonly operatorAnswers?: readonly Answer[];
  /** Its part of what happened to an account. */
  readonly timeline?: Timeline;
  /** The calls of the catalogue that bring it a file. */
  readonly uploads?: readonly Upload[];
  /** What it answers by http to the outside, such as reports of a provider; gateways have another port. */
  readonly outsideHandlers?: readonly HttpHandler[];
  /** The one exchange whose gateways it answers; without it those of both. */
  readonly serves?: "real" | "simulated";
  /** The core's events that it acts on, each once; its schema has the table `feed_cursor`. */
  readonly events?: FeedConsumer;
  /** The topics that it writes; its schema has the table `topic_seq`. */
  readonly topics?: readonly OwnerTopic[];
  /** What it does again and again; one of several processes runs each. */
  readonly jobs?: readonly RepeatedJob[];
  /** Inserts missing rows of a first start; changed rows stay as they are. */
  seed?(): Promise<void>;
  /** Stops timers and background work. */
  close?(): Promise<void>;
};

/** The name is the module's folder; its schema is the same with underscores. */
export const schemaOf = (name: string): string => name.replaceAll("-", "_");
