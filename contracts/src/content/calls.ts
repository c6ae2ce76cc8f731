import { z } from "zod";
import { ofEveryone } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { decimalText } from "../values.ts";
import { langText, languageRow } from "./languages.ts";
import { isPrivatePath } from "./private-paths.ts";

const ofUser = { ...ofEveryone, needs: "session" } as const;
const nothing = z.strictObject({});

/** The first call of a page: whether the product is offered where the caller is, and what time it is here (ms since 1970). */
export const currentDatetime = defineCall({
  ...ofEveryone,
  name: "content.currentDatetime",
  path: "GET /market/v3/current/datetime",
  givesProofKey: true,
  ask: nothing,
  answer: z.object({ datetime: z.number().int() }),
  refusals: ["REGION_DENIED", "BUSY"],
});

/**
 * One of the two files of an app config, as it is: no envelope, so that a proxy may keep it. `v` is the version that the page has; a
 * new one makes a new address, past every cache.
 */
export const configFile = defineCall({
  ...ofEveryone,
  name: "content.configFile",
  path: "GET /configs/{name}.json",
  shape: "json",
  cacheMaxAgeSeconds: 60,
  ask: z.strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,47}$/, "the name of a config"),
    v: z.string().max(40).optional(),
  }),
  answer: z.looseObject({ version: z.number().int().nonnegative() }),
  refusals: ["NOT_FOUND", "BUSY"],
});

/** The languages of the site that asks. */
export const langList = defineCall({
  ...ofEveryone,
  name: "content.langList",
  path: "GET /content/public/getLangList",
  ask: nothing,
  answer: z.object({ defaultLang: langText, list: z.array(languageRow) }),
  refusals: ["BUSY"],
});

/** The language that messages to the user are written in, whatever a page shows. */
export const changeLanguage = defineCall({
  ...ofUser,
  name: "content.changeLanguage",
  path: "POST /user/changeLanguage",
  ask: z.strictObject({ lang: langText }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/** What one USD is worth in each currency, to estimate by: no amount is ever settled at such a rate. */
export const currencyRates = defineCall({
  ...ofEveryone,
  name: "content.currencyRates",
  path: "GET /market/v2/currency-rates",
  ask: nothing,
  answer: z.object({
    list: z.array(z.object({ name: z.string(), symbol: z.string(), rate: decimalText, updatedAt: z.number().int() })),
  }),
  refusals: ["BUSY"],
});

const versionAsk = z.strictObject({
  versionName: z.string().regex(/^\d{1,4}(\.\d{1,4}){0,3}$/, "a version such as 1.2.0"),
  type: z.enum(["android", "ios"]),
});
const versionAnswer = z.object({
  versionName: z.string(),
  downUrl: z.string(),
  /** Whether it is newer than the one that asks, and whether that one may still be used. */
  isNewer: z.boolean(),
  isRequired: z.boolean(),
});

export const checkVersion = defineCall({
  ...ofUser,
  name: "content.checkVersion",
  path: "GET /content/user/checkVersion",
  ask: versionAsk,
  answer: versionAnswer,
  refusals: ["LOGIN_INVALID", "NO_APP_VERSION", "BUSY"],
});

export const checkPublicVersion = defineCall({
  ...ofEveryone,
  name: "content.checkPublicVersion",
  path: "GET /content/public/checkVersion",
  ask: versionAsk,
  answer: versionAnswer,
  refusals: ["NO_APP_VERSION", "BUSY"],
});

/** Which variant of each running trial the caller is part of, by the trial's name. */
const strategies = z.record(z.string(), z.string());

export const checkStrategy = defineCall({
  ...ofUser,
  name: "content.checkStrategy",
  path: "GET /content/user/abtest/check-strategy",
  ask: nothing,
  answer: strategies,
  refusals: ["LOGIN_INVALID", "BUSY"],
});

export const checkPublicStrategy = defineCall({
  ...ofEveryone,
  name: "content.checkPublicStrategy",
  path: "GET /content/public/abtest/check-strategy",
  ask: nothing,
  answer: strategies,
  refusals: ["BUSY"],
});

/** With the switch on, withdrawals of users with language `lang` name the receiving provider. */
export const vaspInfo = defineCall({
  ...ofEveryone,
  name: "content.vaspInfo",
  path: "GET /activities/public/getvaspinfo",
  ask: nothing,
  answer: z.object({ vaspSwitch: z.boolean(), lang: z.string() }),
  refusals: ["BUSY"],
});

/** Flags of the caller. `koreaIP` follows from the address, the others from the user or, signed out, from the country. */
const whitelistFlags = z.object({
  koreaIP: z.boolean(),
  p2pWhite: z.boolean(),
  kycWhite: z.boolean(),
  koreanWhite: z.boolean(),
});
export type WhitelistFlags = z.infer<typeof whitelistFlags>;

export const whitelist = defineCall({
  ...ofEveryone,
  name: "content.whitelist",
  path: "GET /content/public/whitelist",
  ask: nothing,
  answer: whitelistFlags,
  refusals: ["BUSY"],
});

export const logLinesMax = 50;
/** What a page reports is kept even with characters that a database refuses in text: they are left out, and the report is not lost. */
const reported = (lengthMax: number) =>
  z
    .string()
    .max(lengthMax)
    .overwrite((text) => text.toWellFormed().replaceAll("\0", ""));
/** One call as the page saw it. What was asked of a private path cannot be sent here, not even by mistake. */
const logLine = z
  .strictObject({
    /** Without its query, which carries the request's proof. */
    path: reported(200).regex(/^\/[^\s?#]*$/, "a path without a query"),
    startedAt: z.number().int().nonnegative(),
    ms: z.number().int().min(0).max(3_600_000),
    /** What became of it: answered with success, answered with a refusal, or no answer at all. */
    result: z.enum(["success", "refusal", "failure"]),
    code: z.number().int().min(0).max(999_999),
    message: reported(300),
    body: reported(500).default(""),
  })
  .refine(({ path, body }) => body === "" || !isPrivatePath(path), "the body of a private path must be blank");
export type LogLine = z.infer<typeof logLine>;

/** Takes what a page has seen of its own calls. What is too much is dropped; `taken` says how many lines were kept. */
export const requestLog = defineCall({
  ...ofEveryone,
  name: "content.requestLog",
  path: "POST /content/public/log",
  rate: "log",
  body: "json",
  ask: z.strictObject({ lines: z.array(logLine).min(1).max(logLinesMax) }),
  answer: z.object({ taken: z.number().int() }),
  refusals: ["TOO_MANY_REQUESTS", "BUSY"],
});

export const fingerprintLengths = { web: 40, app: 72 } as const;

/** Returns a sealed token for a device's fingerprint, from what the page's script found out. The seal makes tokens unforgeable. */
export const fingerprintToken = defineCall({
  ...ofEveryone,
  name: "content.fingerprintToken",
  path: "POST /content/public/fingerprint",
  ask: z.strictObject({ visitor: z.string().regex(/^[0-9a-f]{32}$/, "32 hex digits"), kind: z.enum(["web", "app"]) }),
  answer: z.object({ token: z.string() }),
  refusals: ["BUSY"],
});
