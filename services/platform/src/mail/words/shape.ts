import type { toldKinds } from "../../notices.ts";

/** What a code was asked for. */
export const codePurposes = ["register", "reset", "login", "own", "bind"] as const;
export type CodePurpose = (typeof codePurposes)[number];
export type ToldKind = (typeof toldKinds)[number];

/** The subject is also the heading, and all that a text message says. */
type Piece = { readonly subject: string; readonly text: string };

/** Everything that mails and text messages say. `{brand}`, `{code}`, `{minutes}`, `{subject}` and `{provider}` are values. */
export type MailWords = {
  readonly codes: Readonly<Record<CodePurpose, Piece>>;
  readonly told: Readonly<Record<ToldKind, Piece>>;
  readonly code: string;
  readonly codeRules: string;
  /** Where anybody could have typed the address. */
  readonly codeUnasked: string;
  /** Where whoever asked for the code may have known the password. */
  readonly codeUnaskedInside: string;
  readonly withdrawalsPaused: string;
  readonly notYou: string;
  readonly facts: Readonly<
    Record<"time" | "device" | "ip" | "country" | "label" | "permissions" | "network" | "address", string>
  >;
  readonly unknown: string;
  readonly antiPhishing: string;
  readonly antiPhishingMeaning: string;
  readonly automatic: string;
  readonly smsCode: string;
  readonly smsTold: string;
};
