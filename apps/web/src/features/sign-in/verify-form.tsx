import { codeLength } from "@tidemark/contracts";
import type { Problem } from "@tidemark/kit-client";
import { Button, toast } from "@tidemark/kit-ui";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { hasPasskeys, passkeysOf } from "../../lib/device/passkeys.ts";
import { FormBody, SubmitButton } from "../../lib/forms/form-shell.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./sign-in-messages.ts";
import { AddressText, Or, StepBack, StepHead } from "./step-parts.tsx";
import { type Channel, CodeField, codeMissing, NotArrived } from "../../session/credentials/code-field.tsx";
import { sent } from "../../session/credentials/retry-busy.ts";
import { useSignIn } from "./use-sign-in.ts";
import { pendingOf, type PendingSignIn } from "./pending-sign-in.ts";

type Codes = Readonly<Record<Channel, string>>;
const noCodes: Codes = { email: "", sms: "", google: "" };
/** Which code a refusal is about. */
const blamed = (refusal: string | undefined, needs: readonly Channel[]): Channel | undefined =>
  refusal?.startsWith("GOOGLE_") === true
    ? "google"
    : refusal === "CODE_WRONG"
      ? needs.find((channel) => channel !== "google")
      : undefined;

/** The state after this answer, if the factors were right but not enough; undefined if nothing more can be added. */
function pendingAfter({ refusal, facts }: Problem, pending: PendingSignIn): PendingSignIn | undefined {
  if (refusal === "VERIFY_NEEDED") return pendingOf(facts);
  // A locked sign-in does not reveal the authenticator before its code is shown.
  if (refusal !== "GOOGLE_CODE_NEEDED" || pending.needs.includes("google")) return undefined;
  return { ...pending, needs: [...pending.needs, "google"] };
}

/** The second step of a sign-in: everything that it still needs, on one page. */
export function VerifyForm({ pending: first, onDone }: { pending: PendingSignIn; onDone: () => void }) {
  const t = useTexts();
  const [pending, setPending] = useState(first);
  const [codes, setCodes] = useState(noCodes);
  const [to, setTo] = useState<Partial<Record<Channel, string>>>({});
  const [showsProblems, setShowsProblems] = useState(false);
  const signIn = useSignIn(onDone);
  const { ticket } = pending;
  const needs = pending.needs.filter((factor): factor is Channel => factor !== "passkey");
  const wrong = blamed(signIn.problem?.refusal, needs);
  const isWhole = needs.every((channel) => codes[channel].length === codeLength);

  const submit = async (shown: Codes) => {
    setShowsProblems(true);
    if (!needs.every((channel) => shown[channel].length === codeLength)) return;
    const problem = await signIn.submit("verifySignIn", {
      ticket,
      ...(needs.includes("email") ? { emailCode: shown.email } : {}),
      ...(needs.includes("sms") ? { smsCode: shown.sms } : {}),
      ...(needs.includes("google") ? { googleCode: shown.google } : {}),
    });
    if (problem === undefined) return;
    const next = pendingAfter(problem, pending);
    if (next === undefined) {
      const channel = blamed(problem.refusal, needs);
      // A wrong code is typed anew, not corrected.
      if (channel === undefined) toast.error(problem.message);
      else setCodes({ ...shown, [channel]: "" });
      return;
    }
    toast.info(problem.message);
    setPending(next);
    setShowsProblems(false);
    if (next.ticket === ticket) return;
    setCodes(noCodes);
    setTo({});
  };
  const send = async (channel: "email" | "sms") => {
    const answer = await sent("sendSignInCode", { ticket, channel });
    if (answer?.to !== undefined) setTo((known) => ({ ...known, [channel]: answer.to }));
    return answer;
  };
  const unlock = async () => {
    const shown = await passkeysOf(client).answer("signIn");
    if ("isCancelled" in shown) return toast.info(t(m.passkeyFailed));
    const problem = "answer" in shown ? await signIn.submit("verifySignIn", { ticket, passkey: shown.answer }) : shown;
    if (problem !== undefined) toast.error(problem.message);
  };
  const only = needs.length === 1 ? needs[0] : undefined;
  const address = to.email ?? to.sms;
  const title = only === "email" ? m.checkEmail : only === "sms" ? m.checkPhone : m.confirmItIsYou;

  return (
    <FormBody gap="steps" hasFocus onSubmit={() => void submit(codes)}>
      <StepBack to="/auth/login">{t(m.backToLogIn)}</StepBack>
      <StepHead
        title={t(title)}
        {...(address === undefined
          ? {}
          : { lead: <AddressText text={(gap) => t(m.sentTo, { address: gap })} address={address} /> })}
      />
      {needs.map((channel) => (
        <div key={`${ticket} ${channel}`} className="grid gap-3">
          <CodeField
            channel={channel}
            value={codes[channel]}
            onChange={(code) => {
              signIn.clearProblem();
              setCodes({ ...codes, [channel]: code });
            }}
            {...(only === undefined ? {} : { onComplete: (code) => void submit({ ...codes, [channel]: code }) })}
            {...(channel === "google" ? {} : { send: () => send(channel) })}
            problem={
              wrong === channel
                ? signIn.problem?.message
                : showsProblems && codes[channel].length < codeLength
                  ? t(codeMissing[channel])
                  : undefined
            }
          />
          {channel !== "google" && <NotArrived channel={channel} />}
        </div>
      ))}
      {needs.length > 0 && (
        <SubmitButton label={t(m.confirm)} isPending={signIn.isPending} isDisabled={!isWhole} testId="verify-submit" />
      )}
      {pending.isPasskeyEnough && hasPasskeys() && (
        <>
          {needs.length > 0 && <Or>{t(m.orFactor)}</Or>}
          <Button look="ghost" size="lg" onPress={() => void unlock()} data-testid="verify-passkey">
            <Fingerprint aria-hidden size={16} />
            {t(m.passkey)}
          </Button>
        </>
      )}
    </FormBody>
  );
}
