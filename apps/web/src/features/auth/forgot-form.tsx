import { isLoginId } from "@tidemark/contracts";
import { Button } from "@tidemark/kit-ui";
import { useEffect, useState } from "react";
import { useWords } from "../../lib/words.ts";
import { AccountField, askOf, noAccount } from "../../lib/account/account-field.tsx";
import { m } from "./auth-messages.ts";
import { StepBack, StepHead } from "./auth-page.tsx";
import { sent } from "../../lib/account/ask-patiently.ts";
import { useHuman } from "./door.ts";
import { pendingReset } from "./pending.ts";
import { prepareRobotCheck } from "./robot-check.ts";

/** Asks for a code. Whether there is an account cannot be told from what happens. */
export function ForgotForm({ onSent }: { onSent: () => void }) {
  const t = useWords();
  const [account, setAccount] = useState(noAccount);
  const [isTold, setIsTold] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const human = useHuman();
  useEffect(prepareRobotCheck, []);
  const isWrong = !isLoginId(account.loginId.trim());

  const send = async () => {
    const robot = await human();
    if (robot === undefined) return;
    const times = await sent("sendCode", { purpose: "reset", ...askOf(account), robot });
    if (times === undefined) return;
    pendingReset.set({ ...askOf(account), ...times });
    onSent();
  };
  return (
    <form
      className="grid gap-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsTold(true);
        if (isWrong) return;
        setIsPending(true);
        void send().finally(() => setIsPending(false));
      }}
    >
      <StepBack to="/auth/login">{t(m.backToLogIn)}</StepBack>
      <StepHead title={t(m.forgotTitle)} lead={t(m.forgotLead)} />
      <AccountField
        value={account}
        onChange={setAccount}
        problem={isTold && isWrong ? t(m.loginIdWrong) : undefined}
        testId="forgot-id"
      />
      <Button type="submit" look="primary" size="lg" isPending={isPending} data-testid="forgot-submit">
        {t(m.sendCode)}
      </Button>
    </form>
  );
}
