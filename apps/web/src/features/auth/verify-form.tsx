import { codeLength } from "@tidemark/contracts";
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
import type { PendingSignIn } from "./pending.ts";

type Codes = Readonly<Record<Channel, string>>;
const noCodes: Codes = { email: "", sms: "", google: "" };
/** Which code a refusal is about. */
const blamed = (refusal: string | undefined, needs: readonly Channel[]): Channel | undefined =>
  refusal?.startsWith("GOOGLE_") === true
    ? "google"
    : refusal === "CODE_WRONG"
      ? needs.find((channel) => channel !== "google")
      : undefined;

/** The second step of a sign-in: everything that it still needs, on one page. */
export function VerifyForm({ pending, onDone }: { pending: PendingSignIn; onDone: () => void }) {
  const t = useWords();
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
    if (problem !== undefined && blamed(problem.refusal, needs) === undefined) toast.error(problem.message);
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
        <div key={channel} className="grid gap-3">
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
