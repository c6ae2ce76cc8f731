import { codeLength, type PasskeyAnswer } from "@tidemark/contracts";
import { Button, Note, toast } from "@tidemark/kit-ui";
import { Clock, Fingerprint } from "lucide-react";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { hasPasskeys, passkeysOf } from "../../lib/device/passkeys.ts";
import { FormShell } from "../../lib/forms/form-shell.tsx";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./sign-in-messages.ts";
import { AddressText, StepBack, StepHead } from "./step-parts.tsx";
import { CodeAndPasswordFields, fieldRefusals, isWhole, noCodeAndPassword } from "./code-and-password.tsx";
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
  const robotCheck = useRobotCheck();
  // A second factor is only revealed together with the right code.
  const [asksGoogle, setAsksGoogle] = useState(false);
  const [asksPasskey, setAsksPasskey] = useState(false);

  const form = useSubmit({
    isWhole: isWhole(value),
    beside: [...fieldRefusals, "GOOGLE_CODE_NEEDED", "GOOGLE_CODE_WRONG", "FACTOR_NEEDED"],
    doneText: t(m.resetDone),
    onDone,
    onRefused({ refusal }) {
      // A wrong code is typed anew, not corrected.
      if (refusal === "CODE_WRONG") setValue((now) => ({ ...now, code: "" }));
      if (refusal === "GOOGLE_CODE_WRONG") setGoogleCode("");
      const isFactor = refusal === "FACTOR_NEEDED";
      if (isFactor) setAsksPasskey(true);
      if (isFactor || refusal === "GOOGLE_CODE_NEEDED" || refusal === "GOOGLE_CODE_WRONG") setAsksGoogle(true);
    },
  });
  const submit = (passkey?: PasskeyAnswer) =>
    form.submit(() =>
      retryWhileBusy("resetPassword", {
        ...contact,
        code: value.code,
        password: value.passwords.password,
        ...(googleCode.length === codeLength ? { googleCode } : {}),
        ...(passkey === undefined ? {} : { passkey }),
      }),
    );
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
    <FormShell
      submitLabel={t(m.resetSubmit)}
      isPending={form.isPending}
      onSubmit={() => void submit()}
      hasFocus
      submitTestId="reset-submit"
      after={<NotArrived channel={channel} />}
    >
      <StepBack to="/auth/forgot">{t(m.back)}</StepBack>
      <StepHead
        title={t(m.resetTitle)}
        lead={<AddressText text={(gap) => t(m.resetFor, { address: gap })} address={loginId} />}
      />
      <CodeAndPasswordFields
        channel={channel}
        value={value}
        onChange={setValue}
        showsProblems={form.showsProblems}
        problem={form.problem}
        send={send}
        wasSent={pending}
      />
      {asksGoogle && (
        <CodeField
          channel="google"
          value={googleCode}
          onChange={setGoogleCode}
          problem={form.messageFor("GOOGLE_CODE_NEEDED", "GOOGLE_CODE_WRONG")}
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
    </FormShell>
  );
}
