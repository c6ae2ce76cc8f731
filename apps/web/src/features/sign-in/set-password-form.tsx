import { Note } from "@tidemark/kit-ui";
import { Clock } from "lucide-react";
import { useState } from "react";
import { FormShell } from "../../lib/forms/form-shell.tsx";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useRefetchSecurity } from "../../session/security-settings.ts";
import { m } from "./sign-in-messages.ts";
import { StepBack, StepHead } from "./step-parts.tsx";
import { CodeAndPasswordFields, fieldRefusals, isWhole, noCodeAndPassword } from "./code-and-password.tsx";
import { NotArrived } from "../../session/credentials/code-field.tsx";
import { retryWhileBusy, sent } from "../../session/credentials/retry-busy.ts";

/** A first password for an account that was opened by a provider: a code to its contact proves the owner. */
export function SetPasswordForm({ channel, onDone }: { channel: "email" | "sms"; onDone: () => void }) {
  const t = useTexts();
  const refetchSecurity = useRefetchSecurity();
  const [value, setValue] = useState(noCodeAndPassword);
  const { submit, isPending, showsProblems, problem } = useSubmit({
    isWhole: isWhole(value),
    beside: fieldRefusals,
    doneText: t(m.setDone),
    onDone() {
      refetchSecurity();
      onDone();
    },
  });
  const send = () => retryWhileBusy("setPassword", { code: value.code, password: value.passwords.password });
  return (
    <FormShell
      submitLabel={t(m.setSubmit)}
      isPending={isPending}
      onSubmit={() => void submit(send)}
      hasFocus
      submitTestId="set-password-submit"
      after={<NotArrived channel={channel} />}
    >
      <StepBack to="/personal/security">{t(m.back)}</StepBack>
      <StepHead title={t(m.setTitle)} lead={t(m.setLead)} />
      <CodeAndPasswordFields
        channel={channel}
        value={value}
        onChange={setValue}
        showsProblems={showsProblems}
        problem={problem}
        send={() => sent("sendOwnCode", { channel })}
      />
      <Note tone="warn" icon={<Clock aria-hidden size={16} />}>
        {t(m.setNote)}
      </Note>
    </FormShell>
  );
}
