import { isLoginId } from "@tidemark/contracts";
import { useEffect, useState } from "react";
import { FormShell } from "../../lib/forms/form-shell.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { ContactField, askOf, noContact } from "../../session/credentials/contact-field.tsx";
import { m } from "./sign-in-messages.ts";
import { StepBack, StepHead } from "./step-parts.tsx";
import { sent } from "../../session/credentials/retry-busy.ts";
import { useRobotCheck } from "./use-sign-in.ts";
import { pendingReset } from "./pending-sign-in.ts";
import { prepareRobotCheck } from "./robot-check.ts";

/** Requests a code. The result does not reveal whether the account exists. */
export function ForgotForm({ onSent }: { onSent: () => void }) {
  const t = useTexts();
  const [account, setAccount] = useState(noContact);
  const [showsProblems, setShowsProblems] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const robotCheck = useRobotCheck();
  useEffect(prepareRobotCheck, []);
  const isWrong = !isLoginId(account.loginId.trim());

  const send = async () => {
    const robot = await robotCheck();
    if (robot === undefined) return;
    const times = await sent("sendCode", { purpose: "reset", ...askOf(account), robot });
    if (times === undefined) return;
    pendingReset.set({ ...askOf(account), ...times });
    onSent();
  };
  return (
    <FormShell
      gap="steps"
      submitLabel={t(m.sendCode)}
      isPending={isPending}
      onSubmit={() => {
        setShowsProblems(true);
        if (isWrong) return;
        setIsPending(true);
        void send().finally(() => setIsPending(false));
      }}
      hasFocus
      submitTestId="forgot-submit"
    >
      <StepBack to="/auth/login">{t(m.backToLogIn)}</StepBack>
      <StepHead title={t(m.forgotTitle)} lead={t(m.forgotLead)} />
      <ContactField
        value={account}
        onChange={setAccount}
        problem={showsProblems && isWrong ? t(m.loginIdWrong) : undefined}
        testId="forgot-id"
      />
    </FormShell>
  );
}
