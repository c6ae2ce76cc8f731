import type { MessageDescriptor } from "@lingui/core";
import type { ThirdProvider } from "@tidemark/contracts";
import { thirdNames } from "../../lib/account/third-marks.tsx";
import { dateText } from "../../lib/number-text.ts";
import type { Say } from "../../lib/words.ts";
import type { Guards } from "../../session/guards.ts";
import { m } from "./security-messages.ts";
import type { Mark } from "./strength.ts";

export type GuardName = "passkey" | "authenticator" | "email" | "phone" | "password" | "antiPhishing" | ThirdProvider;

/** A guard as a row shows it. Without a verb there is nothing to press. */
export type GuardRow = {
  readonly name: GuardName;
  readonly title: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly state: MessageDescriptor;
  readonly verb: MessageDescriptor | undefined;
  /** The mark that this guard gives the account. */
  readonly mark: Mark | undefined;
};

/** In its own direction whatever stands beside it: a number begins with its plus sign. */
const isolated = (address: string): string => `\u2066${address}\u2069`;
const day = (at: number): string => dateText(at).slice(0, 10);

function addressRow(t: Say, name: "email" | "phone", address: string, isFactor: boolean): GuardRow {
  const isOn = address !== "";
  const hint = isFactor ? `${isolated(address)} · ${t(m.askedAtLogIn)}` : isolated(address);
  return {
    name,
    title: t(m[name]),
    hint: isOn ? hint : t(name === "email" ? m.emailHint : m.phoneHint),
    isOn,
    state: isOn ? m.on : m.off,
    verb: isOn ? m.manage : m.add,
    mark: isOn ? undefined : "address",
  };
}

function thirdRow(t: Say, name: ThirdProvider, isOn: boolean): GuardRow {
  const provider = thirdNames[name];
  return {
    name,
    title: t(m.third, { provider }),
    hint: isOn ? t(m.thirdHint) : t(m.thirdNot, { provider }),
    isOn,
    state: isOn ? m.linked : m.notLinked,
    verb: isOn ? m.remove : undefined,
    mark: undefined,
  };
}

/** Every guard of the account, the strongest first. Providers stand there where the site offers them or the account has them. */
export function guardRowsOf(t: Say, guards: Guards, offered: readonly ThirdProvider[]): readonly GuardRow[] {
  const { passkeys, hasAuthenticator, authenticatorAt, hasPassword, passwordAt, antiPhishing } = guards;
  const thirds = { google: guards.hasGoogle, apple: guards.hasApple } as const;
  const on = (isOn: boolean) => ({ isOn, state: isOn ? m.on : m.off });
  return [
    {
      name: "passkey",
      title: t(m.passkey),
      hint: passkeys > 0 ? t(m.passkeyCount, { count: passkeys }) : t(m.passkeyHint),
      ...on(passkeys > 0),
      verb: passkeys > 0 ? m.manage : m.add,
      mark: "passkey",
    },
    {
      name: "authenticator",
      title: t(m.authenticator),
      hint: hasAuthenticator ? t(m.setOn, { date: day(authenticatorAt) }) : t(m.authenticatorHint),
      ...on(hasAuthenticator),
      verb: hasAuthenticator ? m.remove : m.bind,
      mark: "authenticator",
    },
    addressRow(t, "email", guards.email, guards.isEmailFactor),
    addressRow(t, "phone", guards.phone, guards.isSmsFactor),
    {
      name: "password",
      title: t(m.password),
      hint: hasPassword ? t(m.passwordChanged, { date: day(passwordAt) }) : t(m.passwordHint),
      ...on(hasPassword),
      verb: hasPassword ? m.change : m.set,
      mark: "password",
    },
    {
      name: "antiPhishing",
      title: t(m.antiPhishing),
      hint: antiPhishing === "" ? t(m.antiPhishingHint) : t(m.antiPhishingShown, { code: antiPhishing }),
      ...on(antiPhishing !== ""),
      verb: antiPhishing === "" ? m.set : m.change,
      mark: "antiPhishing",
    },
    ...(["google", "apple"] as const)
      .filter((name) => thirds[name] || offered.includes(name))
      .map((name) => thirdRow(t, name, thirds[name])),
  ];
}
