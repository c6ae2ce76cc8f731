import { z } from "zod";
import { defineCall } from "../define.ts";
import { ofOperator, operatorRefusals } from "../operator/define-operator-call.ts";
import { inSession } from "../operator/roles.ts";
import { exchangeNames } from "../values.ts";

const at = z.number().int();
const count = z.number().int();

/** A process of a core, by its signs of life to the one that answered. */
const coreProcess = z.object({
  node: z.string(),
  role: z.enum(["LEADER", "FOLLOWER", "OTHER"]),
  silentMs: count,
  logicVer: count,
});

/** A core as one of its processes sees it; null where none answers. */
const systemCore = z.object({
  exchange: z.enum(exchangeNames),
  core: z.string(),
  state: z
    .object({
      /** The process that answered. */
      node: z.string(),
      leader: z.string(),
      epoch: count,
      /** The newest batch that was announced, and how many of them the answering process still has to apply. */
      seq: count,
      behind: count,
      /** When its newest batch was made. */
      appliedAt: at,
      logicVer: count,
      processes: z.array(coreProcess),
    })
    .nullable(),
  /** How long the answer took. */
  answeredInMs: count,
});
export type SystemCore = z.infer<typeof systemCore>;

/** Commands of a module on their way to a core. */
const systemOutbox = z.object({
  name: z.string(),
  waiting: count,
  oldestAt: at.nullable(),
  /** Refused by the core within the last day. */
  refused: count,
});
/** What the answering process of the platform does again and again; one of several processes runs each. */
const systemJob = z.object({
  name: z.string(),
  everyMs: count,
  /** When a run ended here last, and how long it took; null before the first. */
  lastAt: at.nullable(),
  lastMs: count,
  failures: count,
});
/** A gateway by its last report. */
const systemGateway = z.object({
  gateway: z.string(),
  exchange: z.enum(exchangeNames),
  sockets: count,
  requestsPerSecond: z.number(),
  reportedAt: at,
});
export type SystemGateway = z.infer<typeof systemGateway>;
export type SystemOutbox = z.infer<typeof systemOutbox>;
export type SystemJob = z.infer<typeof systemJob>;

export const systemState = defineCall({
  ...ofOperator,
  name: "operator.system",
  path: "GET /console/system",
  operator: inSession("any"),
  ask: z.strictObject({}),
  answer: z.object({
    at,
    cores: z.array(systemCore),
    outboxes: z.array(systemOutbox),
    jobs: z.array(systemJob),
    /** Those that reported within the last minute. */
    gateways: z.array(systemGateway),
    /** Since when the answering process of the platform runs. */
    startedAt: at,
  }),
  refusals: operatorRefusals,
});
