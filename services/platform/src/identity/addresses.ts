import { calls } from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Database, given, refuse } from "@tidemark/kit-node";
import { codeTimesOf, isCodeRight, issueCode } from "./codes.ts";
import { afterChange, changing, frozenLockMs, mainAddressOf, ownerOf, ownProblem } from "./changes.ts";
import { addressOf, inTransaction, loginOf, type Office, placeOf } from "./office.ts";
import type { CodeFlow } from "./rules.ts";
import { activity, users } from "./user-store.ts";

const bindFlow = (uid: number): CodeFlow => `bind ${uid}`;

type Own = { readonly code: string; readonly googleCode?: string | undefined };
type NewAddress = { readonly loginId: string; readonly areaCode?: string | undefined };

const bind = (office: Office, ask: NewAddress & Own & { newCode: string }, asked: Asked) =>
  changing(office, async (tx) => {
    const user = await ownerOf(tx, asked.uid);
    if (user === undefined) return { said: refuse("LOGIN_INVALID") };
    const login = loginOf(ask);
    if (login === undefined) return { said: refuse("PHONE_INVALID") };
    const fresh = { flow: bindFlow(user.uid), address: addressOf(login), code: ask.newCode };
    if (!(await isCodeRight(office, tx, { ...fresh, uses: false }))) return { said: refuse("CODE_WRONG") };
    // A phone that is asked for at every sign-in is not replaced behind its back.
    const isFactor = "phone" in login && user.isSmsFactor && user.phone !== null;
    const present = isFactor ? user.phone : mainAddressOf(user);
    const problem = await ownProblem(office, tx, user, { ...ask, asked }, present);
    if (problem !== undefined) return { said: refuse(problem) };
    await isCodeRight(office, tx, { ...fresh, uses: true });
    // Whoever has shown the code of an address may hear that another account of his has it.
    if ((await users.byLogin(tx, login)) !== undefined) return { said: refuse("ACCOUNT_EXISTS") };
    await users.setAddress(tx, user.uid, login);
    const keeps = asked.from.session ?? "";
    const change = { user, kind: "ADDRESS_CHANGED", notice: "address-changed", asked, keeps } as const;
    return { said: given({}), ended: await afterChange(office, tx, change) };
  });

type FactorAsk = Own & { readonly channel: "email" | "sms"; readonly isOn: boolean };

const setFactor = (office: Office, { channel, isOn, ...own }: FactorAsk, asked: Asked) =>
  changing(office, async (tx) => {
    const user = await ownerOf(tx, asked.uid);
    if (user === undefined) return { said: refuse("LOGIN_INVALID") };
    const address = channel === "email" ? user.email : user.phone;
    if (address === null) return { said: refuse("NOT_FOUND") };
    const problem = await ownProblem(office, tx, user, { ...own, asked }, address);
    if (problem !== undefined) return { said: refuse(problem) };
    await users.setFactor(tx, user.uid, channel, isOn);
    const keeps = asked.from.session ?? "";
    const change = { user, kind: "FACTOR_CHANGED", notice: "factor-changed", asked, keeps } as const;
    return { said: given({}), ended: await afterChange(office, tx, change) };
  });

/**
 * Nobody asks for a code here: whoever presses it may have lost everything else. Programs are shut out first: if the rest then fails, it
 * fails on the safe side.
 */
async function freeze(office: Office, asked: Asked) {
  const shutOut = await office.ask(calls.removeAllApiKeys, {}, asked);
  if (!shutOut.ok) return shutOut;
  const said = await changing(office, async (tx) => {
    const user = await users.held(tx, asked.uid);
    if (user === undefined) return { said: refuse("LOGIN_INVALID") };
    await users.freeze(tx, user.uid, office.clock.now());
    const change = { user, kind: "ACCOUNT_FROZEN", notice: "account-frozen", asked, lockMs: frozenLockMs } as const;
    return { said: given({}, "ended"), ended: await afterChange(office, tx, change) };
  });
  // And again, for what was made while the sessions were ending.
  if (said.ok) await office.ask(calls.removeAllApiKeys, {}, asked);
  return said;
}

async function sendNew(office: Office, ask: NewAddress, { uid, from }: Asked) {
  const login = loginOf(ask);
  if (login === undefined) return refuse("PHONE_INVALID");
  const { lang, site } = from;
  return inTransaction(office, async (tx: Database) => {
    const wish = { flow: bindFlow(uid), address: addressOf(login), isSent: true, lang, site, uid };
    return (await issueCode(office, tx, wish)) ?? given(codeTimesOf(office));
  });
}

/** The addresses that codes go to, what they are asked for, and the words that our mails are known by. */
export const addressAnswers = (office: Office): Answer[] => [
  answer(calls.sendNewAddressCode, (ask, asked) => sendNew(office, ask, asked)),
  answer(calls.bindAddress, (ask, asked) => bind(office, ask, asked)),
  answer(calls.setCodeFactor, (ask, asked) => setFactor(office, ask, asked)),
  answer(calls.setAntiPhishing, ({ text, ...own }, asked) =>
    inTransaction(office, async (tx) => {
      const user = await ownerOf(tx, asked.uid);
      if (user === undefined) return refuse("LOGIN_INVALID");
      const problem = await ownProblem(office, tx, user, { ...own, asked });
      if (problem !== undefined) return refuse(problem);
      await users.setAntiPhishing(tx, user.uid, text);
      await activity.add(tx, user.uid, "FACTOR_CHANGED", placeOf(office, asked.from), office.clock.now());
      return given({});
    }),
  ),
  answer(calls.freezeAccount, (_ask, asked) => freeze(office, asked)),
];
