import type { accountNoticeKinds } from "../../module/notices.ts";

/** The purpose of a code. */
export const codePurposes = ["register", "reset", "sign-in", "own", "bind"] as const;
export type CodePurpose = (typeof codePurposes)[number];
export type AccountNoticeKind = (typeof accountNoticeKinds)[number];

/** The subject is also the heading, and the whole of a text message. */
type Piece = { readonly subject: string; readonly text: string };

/** All texts of mails and text messages. `{brand}`, `{code}`, `{minutes}`, `{subject}` and `{provider}` are values. */
export type MailTexts = {
  readonly codes: Readonly<Record<CodePurpose, Piece>>;
  readonly notice: Readonly<Record<AccountNoticeKind, Piece>>;
  readonly code: string;
  readonly codeRules: string;
  /** For codes that a signed-out user can request. */
  readonly codeUnasked: string;
  /** For codes whose requester may know the password. */
  readonly codeUnaskedInside: string;
  readonly withdrawalsPaused: string;
  readonly notYou: string;
  readonly facts: Readonly<
    Record<
      "time" | "device" | "ip" | "country" | "label" | "permissions" | "amount" | "arrives" | "network" | "address",
      string
    >
  >;
  readonly unknown: string;
  readonly antiPhishing: string;
  readonly antiPhishingMeaning: string;
  readonly automatic: string;
  readonly smsCode: string;
  readonly smsNotice: string;
};
