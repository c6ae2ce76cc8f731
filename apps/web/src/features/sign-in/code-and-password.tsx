import { codeLength } from "@tidemark/contracts";
import type { Problem } from "@tidemark/kit-client";
import { CodeField, codeMissing, type Sent } from "../../session/credentials/code-field.tsx";
import { NewPasswordFields } from "../../session/credentials/new-password.tsx";
import { type NewPassword, noPassword, passwordProblems } from "../../session/credentials/password-problems.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./sign-in-messages.ts";

/** A code that proves the owner of the account, and its new password. */
export type CodeAndPassword = { readonly code: string; readonly passwords: NewPassword };
export const noCodeAndPassword: CodeAndPassword = { code: "", passwords: noPassword };

export const isWhole = ({ code, passwords }: CodeAndPassword): boolean =>
  code.length === codeLength && Object.keys(passwordProblems(passwords)).length === 0;

/** Refusals that the two fields show themselves. */
export const fieldRefusals = ["CODE_WRONG", "PASSWORD_COMMON"] as const;

type CodeAndPasswordFieldsProps = {
  channel: "email" | "sms";
  value: CodeAndPassword;
  onChange: (next: CodeAndPassword) => void;
  showsProblems: boolean;
  problem: Problem | undefined;
  send: () => Promise<Sent | undefined>;
  wasSent?: Sent;
};

export function CodeAndPasswordFields(props: CodeAndPasswordFieldsProps) {
  const { channel, value, onChange, showsProblems, problem, send, wasSent } = props;
  const t = useTexts();
  const refused = (refusal: (typeof fieldRefusals)[number]) =>
    problem?.refusal === refusal ? problem.message : undefined;
  const isShort = showsProblems && value.code.length < codeLength;
  return (
    <>
      <CodeField
        channel={channel}
        value={value.code}
        onChange={(code) => onChange({ ...value, code })}
        send={send}
        {...(wasSent === undefined ? {} : { wasSent })}
        problem={refused("CODE_WRONG") ?? (isShort ? t(codeMissing[channel]) : undefined)}
      />
      <NewPasswordFields
        value={value.passwords}
        onChange={(passwords) => onChange({ ...value, passwords })}
        showsProblems={showsProblems}
        label={t(m.newPassword)}
        problem={refused("PASSWORD_COMMON")}
      />
    </>
  );
}
