import { codeLength } from "@tidemark/contracts";
import type { Problem } from "@tidemark/kit-client";
import { Button, toast } from "@tidemark/kit-ui";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { client } from "../../lib/client.ts";
import { hasPasskeys, passkeysOf } from "../../lib/passkeys.ts";
import { useWords } from "../../lib/words.ts";
import { m } from "./auth-messages.ts";
import { Or, StepBack, StepHead } from "./auth-page.tsx";
import { type Channel, CodeField, codeMissing, NotArrived } from "../../lib/account/code-field.tsx";
import { sent } from "../../lib/account/ask-patiently.ts";
import { useDoor } from "./door.ts";
import { pendingOf, type PendingSignIn } from "./pending.ts";

type Codes = Readonly<Record<Channel, string>>;
const noCodes: Codes = { email: "", sms: "", google: "" };
/** Which code a refusal is about. */
const blamed = (refusal: string | undefined, needs: readonly Channel[]): Channel | undefined =>
  refusal?.startsWith("GOOGLE_") === true
    ? "google"
    : refusal === "CODE_WRONG"
      ? needs.find((channel) => channel !== "google")
      : undefined;

/** What is asked for after this answer, where what was shown is right and not all; undefined where nothing more would help. */
function pendingAfter({ refusal, facts }: Problem, pending: PendingSignIn): PendingSignIn | undefined {
  if (refusal === "VERIFY_NEEDED") return pendingOf(facts);
  // A sign-in that is locked says nothing of the authenticator before its code is shown.
  if (refusal !== "GOOGLE_CODE_NEEDED" || pending.needs.includes("google")) return undefined;
  return { ...pending, needs: [...pending.needs, "google"] };
}

/** The second step of a sign-in: everything that it still needs, on one page. */
export function VerifyForm({ pending: first, onDone }: { pending: PendingSignIn; onDone: () => void }) {
  const t = useWords();
  const [pending, setPending] = useState(first);
  const [codes, setCodes] = useState(noCodes);
  const [to, setTo] = useState<Partial<Record<Channel, string>>>({});
  const [isTold, setIsTold] = useState(false);
  const door = useDoor(onDone);
  const { ticket } = pending;
  const needs = pending.needs.filter((factor): factor is Channel => factor !== "passkey");
  const wrong = blamed(door.problem?.refusal, needs);
  const isWhole = needs.every((channel) => codes[channel].length === codeLength);

  const submit = async (shown: Codes) => {
    setIsTold(true);
    if (!needs.every((channel) => shown[channel].length === codeLength)) return;
    const problem = await door.enter("verifyLogin", {
      ticket,
      ...(needs.includes("email") ? { emailCode: shown.email } : {}),
      ...(needs.includes("sms") ? { smsCode: shown.sms } : {}),
      ...(needs.includes("google") ? { googleCode: shown.google } : {}),
    });
    if (problem === undefined) return;
    const next = pendingAfter(problem, pending);
    if (next === undefined) {
      if (blamed(problem.refusal, needs) === undefined) toast.error(problem.message);
      return;
    }
    toast.info(problem.message);
    setPending(next);
    setIsTold(false);
    if (next.ticket === ticket) return;
    setCodes(noCodes);
    setTo({});
  };
  const send = async (channel: "email" | "sms") => {
    const answer = await sent("sendLoginCode", { ticket, channel });
    if (answer?.to !== undefined) setTo((known) => ({ ...known, [channel]: answer.to }));
    return answer;
  };
  const unlock = async () => {
    const shown = await passkeysOf(client).answer("signIn");
    if ("isTurnedAway" in shown) return toast.info(t(m.passkeyFailed));
    const problem = "answer" in shown ? await door.enter("verifyLogin", { ticket, passkey: shown.answer }) : shown;
    if (problem !== undefined) toast.error(problem.message);
  };
  const only = needs.length === 1 ? needs[0] : undefined;
  const address = to.email ?? to.sms;
  const title = only === "email" ? m.checkEmail : only === "sms" ? m.checkPhone : m.confirmItIsYou;

  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(codes);
      }}
    >
      <StepBack to="/auth/login">{t(m.backToLogIn)}</StepBack>
      <StepHead title={t(title)} {...(address === undefined ? {} : { lead: t(m.sentTo, { address }) })} />
      {needs.map((channel) => (
        <div key={`${ticket} ${channel}`} className="grid gap-3">
          <CodeField
            channel={channel}
            value={codes[channel]}
            onChange={(code) => {
              door.forget();
              setCodes({ ...codes, [channel]: code });
            }}
            {...(only === undefined ? {} : { onComplete: (code) => void submit({ ...codes, [channel]: code }) })}
            {...(channel === "google" ? {} : { send: () => send(channel) })}
            problem={
              wrong === channel
                ? door.problem?.message
                : isTold && codes[channel].length < codeLength
                  ? t(codeMissing[channel])
                  : undefined
            }
          />
          {channel !== "google" && <NotArrived channel={channel} />}
        </div>
      ))}
      {needs.length > 0 && (
        <Button
          type="submit"
          look="primary"
          size="lg"
          isDisabled={!isWhole}
          isPending={door.isPending}
          data-testid="verify-submit"
        >
          {t(m.confirm)}
        </Button>
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
    </form>
  );
}
