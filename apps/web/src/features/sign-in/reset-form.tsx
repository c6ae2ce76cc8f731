import { codeLength, type PasskeyAnswer } from "@tidemark/contracts";
import type { Problem } from "@tidemark/kit-client";
import { Button, Note, toast } from "@tidemark/kit-ui";
import { Clock, Fingerprint } from "lucide-react";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { hasPasskeys, passkeysOf } from "../../lib/device/passkeys.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./sign-in-messages.ts";
import { StepBack, StepHead } from "./step-parts.tsx";
import { CodeAndPasswordFields, isShownInFields, isWhole, noCodeAndPassword } from "./code-and-password.tsx";
import { CodeField, NotArrived } from "../../session/credentials/code-field.tsx";
import { retryWhileBusy, sent } from "../../session/credentials/retry-busy.ts";
import { useRobotCheck } from "./use-sign-in.ts";
import type { PendingReset } from "./pending-sign-in.ts";

/** The code, a new password, and the authenticator or passkey if the account has one. */
export function ResetForm({ pending, onDone }: { pending: PendingReset; onDone: () => void }) {
  const t = useTexts();
  const { loginId, areaCode } = pending;
  const contact = { loginId, ...(areaCode === undefined ? {} : { areaCode }) };
  const channel = loginId.includes("@") ? "email" : "sms";
  const [value, setValue] = useState(noCodeAndPassword);
  const [googleCode, setGoogleCode] = useState("");
  const [showsProblems, setShowsProblems] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const robotCheck = useRobotCheck();
  const refusal = problem?.refusal;
  // A second factor is only revealed together with the right code.
  const [asksGoogle, setAsksGoogle] = useState(false);
  const [asksPasskey, setAsksPasskey] = useState(false);

  const submit = async (passkey?: PasskeyAnswer) => {
    setShowsProblems(true);
    if (!isWhole(value)) return;
    setIsPending(true);
    const outcome = await retryWhileBusy("resetPassword", {
      ...contact,
      code: value.code,
      password: value.passwords.password,
      ...(googleCode.length === codeLength ? { googleCode } : {}),
      ...(passkey === undefined ? {} : { passkey }),
    }).finally(() => setIsPending(false));
    if (outcome.ok) {
      toast.success(t(m.resetDone));
      return onDone();
    }
    setProblem(outcome);
    if (outcome.refusal === "GOOGLE_CODE_NEEDED" || outcome.refusal === "GOOGLE_CODE_WRONG") setAsksGoogle(true);
    else if (outcome.refusal === "FACTOR_NEEDED") {
      setAsksPasskey(true);
      setAsksGoogle(true);
    } else if (!isShownInFields(outcome)) toast.error(outcome.message);
  };
  const unlock = async () => {
    const shown = await passkeysOf(client).answer("reset");
    if ("answer" in shown) await submit(shown.answer);
    else if ("isCancelled" in shown) toast.info(t(m.passkeyFailed));
    else toast.error(shown.message);
  };
  const send = async () => {
    const robot = await robotCheck();
    return robot === undefined ? undefined : sent("sendCode", { purpose: "reset", ...contact, robot });
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
      <StepBack to="/auth/forgot">{t(m.back)}</StepBack>
      <StepHead title={t(m.resetTitle)} lead={t(m.resetFor, { address: loginId })} />
      <CodeAndPasswordFields
        channel={channel}
        value={value}
        onChange={setValue}
        showsProblems={showsProblems}
        problem={problem}
        send={send}
        wasSent={pending}
      />
      {asksGoogle && (
        <CodeField
          channel="google"
          value={googleCode}
          onChange={setGoogleCode}
          problem={refusal?.startsWith("GOOGLE_") === true ? problem?.message : undefined}
        />
      )}
      {asksPasskey && hasPasskeys() && (
        <Button look="ghost" onPress={() => void unlock()} data-testid="reset-passkey">
          <Fingerprint aria-hidden size={16} />
          {t(m.passkey)}
        </Button>
      )}
      <Note tone="warn" icon={<Clock aria-hidden size={16} />}>
        {t(m.resetNote)}
      </Note>
      <Button type="submit" look="primary" size="lg" isPending={isPending} data-testid="reset-submit">
        {t(m.resetSubmit)}
      </Button>
      <NotArrived channel={channel} />
    </form>
  );
}
