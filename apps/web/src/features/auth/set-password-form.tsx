import type { Problem } from "@tidemark/kit-client";
import { Button, Note, toast } from "@tidemark/kit-ui";
import { Clock } from "lucide-react";
import { useState } from "react";
import { useWords } from "../../lib/words.ts";
import { useSecurityAnew } from "../../session/guards.ts";
import { m } from "./auth-messages.ts";
import { StepBack, StepHead } from "./auth-page.tsx";
import { CodeAndPasswordFields, isSaidInFields, isWhole, noCodeAndPassword } from "./code-and-password.tsx";
import { NotArrived } from "../../lib/account/code-field.tsx";
import { askPatiently, sent } from "../../lib/account/ask-patiently.ts";

/** A first password for somebody who came by a provider: a code to his own address shows that it is he. */
export function SetPasswordForm({ channel, onDone }: { channel: "email" | "sms"; onDone: () => void }) {
  const t = useWords();
  const askAnew = useSecurityAnew();
  const [value, setValue] = useState(noCodeAndPassword);
  const [isTold, setIsTold] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const submit = async () => {
    setIsTold(true);
    if (!isWhole(value)) return;
    setIsPending(true);
    const outcome = await askPatiently("setPassword", { code: value.code, password: value.passwords.password }).finally(
      () => setIsPending(false),
    );
    if (outcome.ok) {
      toast.success(t(m.setDone));
      askAnew();
      return onDone();
    }
    setProblem(outcome);
    if (!isSaidInFields(outcome)) toast.error(outcome.message);
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
        isTold={isTold}
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
