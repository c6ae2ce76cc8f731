import type { Problem } from "@tidemark/kit-client";
import { Button, Note, toast } from "@tidemark/kit-ui";
import { Clock } from "lucide-react";
import { useState } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useRefetchSecurity } from "../../session/security-settings.ts";
import { m } from "./sign-in-messages.ts";
import { StepBack, StepHead } from "./step-parts.tsx";
import { CodeAndPasswordFields, isShownInFields, isWhole, noCodeAndPassword } from "./code-and-password.tsx";
import { NotArrived } from "../../session/credentials/code-field.tsx";
import { retryWhileBusy, sent } from "../../session/credentials/retry-busy.ts";

/** A first password for an account that was opened by a provider: a code to its contact proves the owner. */
export function SetPasswordForm({ channel, onDone }: { channel: "email" | "sms"; onDone: () => void }) {
  const t = useTexts();
  const refetchSecurity = useRefetchSecurity();
  const [value, setValue] = useState(noCodeAndPassword);
  const [showsProblems, setShowsProblems] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const submit = async () => {
    setShowsProblems(true);
    if (!isWhole(value)) return;
    setIsPending(true);
    const outcome = await retryWhileBusy("setPassword", {
      code: value.code,
      password: value.passwords.password,
    }).finally(() => setIsPending(false));
    if (outcome.ok) {
      toast.success(t(m.setDone));
      refetchSecurity();
      return onDone();
    }
    setProblem(outcome);
    if (!isShownInFields(outcome)) toast.error(outcome.message);
  };
  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
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
      <Button type="submit" look="primary" size="lg" isPending={isPending} data-testid="set-password-submit">
        {t(m.setSubmit)}
      </Button>
      <NotArrived channel={channel} />
    </form>
  );
}
