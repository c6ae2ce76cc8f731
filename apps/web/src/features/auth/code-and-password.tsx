import { codeLength } from "@tidemark/contracts";
import type { Problem } from "@tidemark/kit-client";
import { CodeField, codeMissing, type Sent } from "../../lib/account/code-field.tsx";
import { NewPasswordFields } from "../../lib/account/new-password.tsx";
import { type NewPassword, noPassword, passwordProblems } from "../../lib/account/password-problems.ts";
import { useWords } from "../../lib/words.ts";
import { m } from "./auth-messages.ts";

/** A code that shows whose account it is, and the password that it shall have. */
export type CodeAndPassword = { readonly code: string; readonly passwords: NewPassword };
export const noCodeAndPassword: CodeAndPassword = { code: "", passwords: noPassword };

export const isWhole = ({ code, passwords }: CodeAndPassword): boolean =>
  code.length === codeLength && Object.keys(passwordProblems(passwords)).length === 0;

/** Refusals that the two fields say themselves. */
const ownRefusals = ["CODE_WRONG", "PASSWORD_COMMON"] as const;
export const isSaidInFields = ({ refusal }: Problem): boolean => ownRefusals.some((own) => own === refusal);

type CodeAndPasswordFieldsProps = {
  channel: "email" | "sms";
  value: CodeAndPassword;
  onChange: (next: CodeAndPassword) => void;
  isTold: boolean;
  problem: Problem | undefined;
  send: () => Promise<Sent | undefined>;
  wasSent?: Sent;
};

export function CodeAndPasswordFields(props: CodeAndPasswordFieldsProps) {
  const { channel, value, onChange, isTold, problem, send, wasSent } = props;
  const t = useWords();
  const refused = (refusal: (typeof ownRefusals)[number]) =>
    problem?.refusal === refusal ? problem.message : undefined;
  const isShort = isTold && value.code.length < codeLength;
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
        isTold={isTold}
        label={t(m.newPassword)}
        problem={refused("PASSWORD_COMMON")}
      />
    </>
  );
}
