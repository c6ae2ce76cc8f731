import { calls } from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Database, given, inTransaction, refuse } from "@tidemark/kit-node";
import { contactOf, contactTextOf } from "../account/contact.ts";
import { type IdentityDeps, originOf } from "../account/deps.ts";
import type { CodeFlow } from "../account/rules.ts";
import { activity, users } from "../account/user-store.ts";
import { codeTimesOf, isCodeRight, issueCode } from "../codes/codes.ts";
import { changeAccount, frozenLockMs, mainContactOf, ownCodeProblem, lockOwner, recordChange } from "./changes.ts";

const bindFlow = (uid: number): CodeFlow => `bind ${uid}`;

type Own = { readonly code: string; readonly googleCode?: string | undefined };
type NewContact = { readonly loginId: string; readonly areaCode?: string | undefined };

const bind = (deps: IdentityDeps, ask: NewContact & Own & { newCode: string }, asked: Asked) =>
  changeAccount(deps, async (tx) => {
    const user = await lockOwner(tx, asked.uid);
    if (user === undefined) return { outcome: refuse("LOGIN_INVALID") };
    const contact = contactOf(ask);
    if (contact === undefined) return { outcome: refuse("PHONE_INVALID") };
    const fresh = { flow: bindFlow(user.uid), contactText: contactTextOf(contact), code: ask.newCode };
    if (!(await isCodeRight(deps, tx, { ...fresh, uses: false }))) return { outcome: refuse("CODE_WRONG") };
    // Replacing a phone that is a second factor needs a code to that phone.
    const isFactor = "phone" in contact && user.isSmsFactor && user.phone !== null;
    const present = isFactor ? user.phone : mainContactOf(user);
    const problem = await ownCodeProblem(deps, tx, user, { ...ask, asked }, present);
    if (problem !== undefined) return { outcome: refuse(problem) };
    await isCodeRight(deps, tx, { ...fresh, uses: true });
    // The code proves the contact, so the answer may reveal that another account has it.
    if ((await users.byContact(tx, contact)) !== undefined) return { outcome: refuse("ACCOUNT_EXISTS") };
    await users.setContact(tx, user.uid, contact);
    const keeps = asked.from.session ?? "";
    const change = { user, kind: "ADDRESS_CHANGED", notice: "contact-changed", asked, keeps } as const;
    return { outcome: given({}), ended: await recordChange(deps, tx, change) };
  });

type FactorAsk = Own & { readonly channel: "email" | "sms"; readonly isOn: boolean };

const setFactor = (deps: IdentityDeps, { channel, isOn, ...own }: FactorAsk, asked: Asked) =>
  changeAccount(deps, async (tx) => {
    const user = await lockOwner(tx, asked.uid);
    if (user === undefined) return { outcome: refuse("LOGIN_INVALID") };
    const contactText = channel === "email" ? user.email : user.phone;
    if (contactText === null) return { outcome: refuse("NOT_FOUND") };
    const problem = await ownCodeProblem(deps, tx, user, { ...own, asked }, contactText);
    if (problem !== undefined) return { outcome: refuse(problem) };
    await users.setFactor(tx, user.uid, channel, isOn);
    const keeps = asked.from.session ?? "";
    const change = { user, kind: "FACTOR_CHANGED", notice: "factor-changed", asked, keeps } as const;
    return { outcome: given({}), ended: await recordChange(deps, tx, change) };
  });

/**
 * Needs no code, because the owner may have lost everything else. API keys are removed first, so that a failure afterwards is on the safe
 * side.
 */
async function freeze(deps: IdentityDeps, asked: Asked) {
  const removedKeys = await deps.ask(calls.removeAllApiKeys, {}, asked);
  if (!removedKeys.ok) return removedKeys;
  const outcome = await changeAccount(deps, async (tx) => {
    const user = await users.lock(tx, asked.uid);
    if (user === undefined) return { outcome: refuse("LOGIN_INVALID") };
    await users.freeze(tx, user.uid, deps.clock.now());
    const change = { user, kind: "ACCOUNT_FROZEN", notice: "account-frozen", asked, lockMs: frozenLockMs } as const;
    return { outcome: given({}, "ended"), ended: await recordChange(deps, tx, change) };
  });
  // Again, for keys that were created while the sessions were ending.
  if (outcome.ok) await deps.ask(calls.removeAllApiKeys, {}, asked);
  return outcome;
}

async function sendNewCode(deps: IdentityDeps, ask: NewContact, { uid, from }: Asked) {
  const contact = contactOf(ask);
  if (contact === undefined) return refuse("PHONE_INVALID");
  const { lang, site } = from;
  return inTransaction(deps.db, async (tx: Database) => {
    const request = { flow: bindFlow(uid), contactText: contactTextOf(contact), isSent: true, lang, site, uid };
    return (await issueCode(deps, tx, request)) ?? given(codeTimesOf(deps));
  });
}

/** Contacts of an account, codes as second factors, anti-phishing words, and freezing. */
export const contactAnswers = (deps: IdentityDeps): Answer[] => [
  answer(calls.sendNewContactCode, (ask, asked) => sendNewCode(deps, ask, asked)),
  answer(calls.bindContact, (ask, asked) => bind(deps, ask, asked)),
  answer(calls.setCodeFactor, (ask, asked) => setFactor(deps, ask, asked)),
  answer(calls.setAntiPhishing, ({ text, ...own }, asked) =>
    inTransaction(deps.db, async (tx) => {
      const user = await lockOwner(tx, asked.uid);
      if (user === undefined) return refuse("LOGIN_INVALID");
      const problem = await ownCodeProblem(deps, tx, user, { ...own, asked });
      if (problem !== undefined) return refuse(problem);
      await users.setAntiPhishing(tx, user.uid, text);
      await activity.add(tx, user.uid, "FACTOR_CHANGED", originOf(deps, asked.from), deps.clock.now());
      return given({});
    }),
  ),
  answer(calls.freezeAccount, (_ask, asked) => freeze(deps, asked)),
];
