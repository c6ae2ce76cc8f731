import { z } from "zod";
import { ofEveryone, ofService } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { affectedPart, componentStates, statusComponents } from "./status-parts.ts";

/** So many days of UTC are shown; today is the last. */
export const statusDays = 90;
export const incidentsMax = 100;

const time = z.number().int();
const state = z.enum(componentStates);
const component = z.enum(statusComponents);
const share = z.number().min(0).max(1);

/** The worst state of the day, and the share of its measured time in which all worked; null where nothing was measured. */
const statusDay = z.object({ state, uptime: share.nullable() });
const statusLine = z.object({
  component,
  state,
  /** Since when it has this state with these parts; 0 while it is not measured. */
  since: time,
  affected: z.array(affectedPart),
  /** Of all shown days. */
  uptime: share.nullable(),
  /** The oldest first. */
  days: z.array(statusDay),
});
export type StatusLine = z.infer<typeof statusLine>;

/** A time in which a component did not work fully. It ends when all works again, or when measuring stops. */
const incident = z.object({
  component,
  /** The worst of it. */
  state,
  affected: z.array(affectedPart),
  from: time,
  /** Null: it lasts. */
  until: time.nullable(),
});
export type StatusIncident = z.infer<typeof incident>;

/** Measured by the platform, not written by people. A component that was never measured in these days is left out. */
export const systemStatus = defineCall({
  ...ofEveryone,
  name: "status.status",
  path: "GET /content/status",
  cacheMaxAgeSeconds: 5,
  ask: z.strictObject({}),
  answer: z.object({
    at: time,
    /** Null before the first measurement. */
    measuredAt: time.nullable(),
    components: z.array(statusLine),
    /** The newest first. */
    incidents: z.array(incident).max(incidentsMax),
    figures: z.object({
      /** How long the real core took for an answer; null where it gave none. */
      answerMs: z.number().int().nullable(),
      /** Of all gateways. */
      sockets: z.number().int(),
      requestsPerSecond: z.number(),
    }),
  }),
  refusals: ["BUSY"],
});

export type SystemStatus = z.infer<typeof systemStatus.answer>;

/** From gateways only, not in the catalogue: what each counts. A report that is lost is followed by the next one. */
export const gatewayReport = defineCall({
  ...ofService,
  name: "status.gatewayReport",
  path: "GET /none/gateway-report",
  ask: z.strictObject({
    gateway: z.string().max(40),
    sockets: z.number().int().nonnegative(),
    requestsPerSecond: z.number().nonnegative(),
  }),
  answer: z.object({}),
  refusals: ["BUSY"],
});
