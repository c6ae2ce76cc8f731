import { z } from "zod";
import { defineCall } from "../define.ts";
import { passkeyAnswer, passkeyNew } from "../identity/passkey-fields.ts";
import { inSession, operatorRoles } from "../operator/roles.ts";

/**
 * What every call of the console has in common. Its cookie is of its own origin and strict, and its pages load nothing of others: requests
 * are not signed besides.
 */
const common = {
  owner: "console",
  carry: "bus",
  shape: "envelope",
  answers: "own",
  body: "json",
  proof: "none",
} as const;
/** For who is not signed in yet. */
const ofVisitor = { ...common, needs: "nothing", rate: "signIn" } as const;
/** For who is signed in to the console. */
export const ofConsole = { ...common, needs: "operator", rate: "read" } as const;
/** For every operator who has shown the passkey a short while ago. */
const byPasskey = { role: "any", approvals: 0, reason: "none" } as const;

const ticket = z.string().regex(/^[\w-]{20,64}$/);
/** What a browser's `navigator.credentials` is asked with, in the words of WebAuthn. */
const options = z.looseObject({ challenge: z.string() });
const invitation = z.string().regex(/^[\w-]{43}$/);
const label = z.string().regex(/^[^\p{C}]{1,30}$/u, "1 to 30 characters");
const at = z.number().int();

/** The names that operators have among themselves: what an auditor reads. */
export const operatorName = z.string().regex(/^[a-z0-9][a-z0-9._-]{1,39}$/);

/** The operator who is signed in, and when the session asks for the passkey again. */
const operatorSession = z.object({
  id: z.number().int(),
  name: operatorName,
  roles: z.array(z.enum(operatorRoles)),
  /** The session ends here, whatever is done. */
  until: at,
  /** It ends here unless something is asked before. */
  idleUntil: at,
  /** Acts need the passkey again after this moment. */
  confirmedUntil: at,
  /** The mode of the installation: what is not production is drawn so. */
  mode: z.enum(["development", "production"]),
});
export type OperatorSession = z.infer<typeof operatorSession>;

/** Who is invited, and what the browser is asked to make a passkey. The invitation stays open until a passkey is registered. */
export const openInvitation = defineCall({
  ...ofVisitor,
  name: "console.openInvitation",
  path: "POST /console/invitation/open",
  ask: z.strictObject({ invitation }),
  answer: z.object({ name: operatorName, roles: z.array(z.enum(operatorRoles)), until: at, ticket, options }),
  refusals: ["TICKET_EXPIRED", "BUSY"],
});

/** Registers the passkey, uses the invitation up and signs in. Passkeys and sessions that the operator had before end. */
export const acceptInvitation = defineCall({
  ...ofVisitor,
  session: "opens",
  name: "console.acceptInvitation",
  path: "POST /console/invitation/accept",
  ask: z.strictObject({ invitation, ticket, label, passkey: passkeyNew }),
  answer: operatorSession,
  refusals: ["TICKET_EXPIRED", "PASSKEY_WRONG", "BUSY"],
});

/** Something to sign, for one purpose, once and soon. It names nobody: the passkey does. */
export const challengeOperator = defineCall({
  ...ofVisitor,
  name: "console.challenge",
  path: "POST /console/challenge",
  ask: z.strictObject({ purpose: z.enum(["signIn", "confirm"]) }),
  answer: z.object({ ticket, options }),
  refusals: ["BUSY"],
});

export const signInOperator = defineCall({
  ...ofVisitor,
  session: "opens",
  name: "console.signIn",
  path: "POST /console/sign-in",
  ask: z.strictObject({ passkey: passkeyAnswer }),
  answer: operatorSession,
  refusals: ["PASSKEY_WRONG", "BUSY"],
});

/** Shows the passkey again. The session gets another name, so that one that was copied before confirms nothing. */
export const confirmOperator = defineCall({
  ...ofConsole,
  rate: "signIn",
  operator: inSession("any"),
  session: "renews",
  name: "console.confirm",
  path: "POST /console/confirm",
  ask: z.strictObject({ passkey: passkeyAnswer }),
  answer: operatorSession,
  refusals: ["LOGIN_INVALID", "PASSKEY_WRONG", "BUSY"],
});

export const signOutOperator = defineCall({
  ...ofConsole,
  operator: inSession("any"),
  session: "ends",
  name: "console.signOut",
  path: "POST /console/sign-out",
  ask: z.strictObject({}),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

export const operatorMe = defineCall({
  ...ofConsole,
  operator: inSession("any"),
  name: "console.session",
  path: "GET /console/session",
  ask: z.strictObject({}),
  answer: operatorSession,
  refusals: ["LOGIN_INVALID", "BUSY"],
});

export const operatorPasskeys = defineCall({
  ...ofConsole,
  operator: inSession("any"),
  name: "console.passkeys",
  path: "GET /console/passkeys",
  ask: z.strictObject({}),
  answer: z.object({
    list: z.array(z.object({ id: z.string(), label: z.string(), isKept: z.boolean(), addedAt: at, usedAt: at })),
  }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/** Who has which number in proposals and in the audit log. */
export const operatorNames = defineCall({
  ...ofConsole,
  operator: inSession("any"),
  name: "console.operators",
  path: "GET /console/operators",
  ask: z.strictObject({}),
  answer: z.object({ list: z.array(z.object({ id: z.number().int(), name: operatorName })) }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/** A second passkey, for the day on which the first is lost. */
export const startOperatorPasskey = defineCall({
  ...ofConsole,
  operator: byPasskey,
  name: "console.startPasskey",
  path: "POST /console/passkey/start",
  ask: z.strictObject({}),
  answer: z.object({ ticket, options }),
  refusals: ["LOGIN_INVALID", "FACTOR_NEEDED", "PASSKEY_LIMIT", "BUSY"],
});

export const addOperatorPasskey = defineCall({
  ...ofConsole,
  operator: byPasskey,
  name: "console.addPasskey",
  path: "POST /console/passkey/add",
  ask: z.strictObject({ ticket, label, passkey: passkeyNew }),
  answer: z.object({ id: z.string() }),
  refusals: ["LOGIN_INVALID", "FACTOR_NEEDED", "TICKET_EXPIRED", "PASSKEY_WRONG", "PASSKEY_LIMIT", "BUSY"],
});
