import type { MessageDescriptor } from "@lingui/core";
import type { OAuthProvider } from "@tidemark/contracts";
import { oauthNames } from "../../session/credentials/oauth-marks.tsx";
import { dateText } from "../../lib/format/number-text.ts";
import type { Translate } from "../../lib/i18n/texts.ts";
import type { SecuritySettings } from "../../session/security-settings.ts";
import { m } from "./security-messages.ts";
import type { Mark } from "./strength.ts";

export type SecurityItem =
  | "passkey"
  | "authenticator"
  | "email"
  | "phone"
  | "password"
  | "antiPhishing"
  | OAuthProvider;

/** A guard as a row shows it. Without a verb there is nothing to press. */
export type SecurityRow = {
  readonly name: SecurityItem;
  readonly title: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly state: MessageDescriptor;
  readonly verb: MessageDescriptor | undefined;
  /** The mark that this setting adds to the account's strength. */
  readonly mark: Mark | undefined;
};

/** Isolated in its own direction: a phone number starts with its plus sign. */
const isolated = (address: string): string => `\u2066${address}\u2069`;
const day = (at: number): string => dateText(at).slice(0, 10);

function contactRow(t: Translate, name: "email" | "phone", address: string, isFactor: boolean): SecurityRow {
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

function oauthRow(t: Translate, name: OAuthProvider, isOn: boolean): SecurityRow {
  const provider = oauthNames[name];
  return {
    name,
    title: t(m.third, { provider }),
    hint: isOn ? t(m.oauthHint) : t(m.oauthNot, { provider }),
    isOn,
    state: isOn ? m.linked : m.notLinked,
    verb: isOn ? m.remove : undefined,
    mark: undefined,
  };
}

/** All security settings of the account, the strongest first. Providers are listed if the site offers them or the account uses them. */
export function securityRowsOf(
  t: Translate,
  security: SecuritySettings,
  offered: readonly OAuthProvider[],
): readonly SecurityRow[] {
  const { passkeys, hasAuthenticator, authenticatorAt, hasPassword, passwordAt, antiPhishing } = security;
  const thirds = { google: security.hasGoogle, apple: security.hasApple } as const;
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
    contactRow(t, "email", security.email, security.isEmailFactor),
    contactRow(t, "phone", security.phone, security.isSmsFactor),
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
      .map((name) => oauthRow(t, name, thirds[name])),
  ];
}
