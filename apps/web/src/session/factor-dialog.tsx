import { codeLength, type UserInfo } from "@tidemark/contracts";
import { Button, Dialog, Note, toast } from "@tidemark/kit-ui";
import type { Outcome } from "@tidemark/kit-client";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { retryWhileBusy } from "./credentials/retry-busy.ts";
import { CodeField } from "./credentials/code-field.tsx";
import { client, socket } from "../lib/client/client.ts";
import { hasPasskeys, passkeysOf } from "../lib/device/passkeys.ts";
import { useTexts } from "../lib/i18n/texts.ts";
import { m } from "./factor-messages.ts";
import { type SecuritySettings, hasSecondFactor, useSecuritySettings } from "./security-settings.ts";
import { mergeUser } from "./user.ts";

type Answer = (isConfirmed: boolean) => void;

/** The session has a new id, and the WebSocket still has the old one. */
function goOn(user: UserInfo, answer: Answer): void {
  mergeUser(user);
  socket.restart();
  answer(true);
}

function Factors({ security, answer }: { security: SecuritySettings; answer: Answer }) {
  const t = useTexts();
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const taken = (outcome: Outcome<UserInfo>) => {
    if (outcome.ok) goOn(outcome.value, answer);
    else {
      setProblem(outcome.message);
      setCode("");
    }
  };
  const show = async (googleCode: string) => {
    setIsPending(true);
    taken(await retryWhileBusy("confirmFactor", { googleCode }).finally(() => setIsPending(false)));
  };
  const unlock = async () => {
    const outcome = await passkeysOf(client).confirm();
    if ("isCancelled" in outcome) return toast.info(t(m.passkeyFailed));
    if (!outcome.ok && !security.hasAuthenticator) toast.error(outcome.message);
    taken(outcome);
  };
  const isPasskeyOffered = security.passkeys > 0 && hasPasskeys();
  return (
    <>
      <p className="text-13 text-muted">{t(m.lead)}</p>
      {security.hasAuthenticator && (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void show(code);
          }}
        >
          <CodeField
            channel="google"
            name="factor"
            isFocused
            value={code}
            onChange={(digits) => {
              setProblem(undefined);
              setCode(digits);
            }}
            onComplete={(digits) => void show(digits)}
            problem={problem}
          />
          <Button
            type="submit"
            look="primary"
            size="lg"
            isDisabled={code.length < codeLength}
            isPending={isPending}
            data-testid="factor-submit"
          >
            {t(m.confirm)}
          </Button>
        </form>
      )}
      {isPasskeyOffered && (
        <Button
          look={security.hasAuthenticator ? "ghost" : "primary"}
          size="lg"
          onPress={() => void unlock()}
          data-testid="factor-passkey"
        >
          <Fingerprint aria-hidden size={16} />
          {t(m.passkey)}
        </Button>
      )}
    </>
  );
}

/** Asks for a second factor before a call that needs one. `onMissing` leads to the page where one can be bound. */
export function FactorDialog({ answer, onMissing }: { answer: Answer; onMissing: () => void }) {
  const t = useTexts();
  const { data: security } = useSecuritySettings();
  return (
    <Dialog title={t(m.title)} closeLabel={t(m.close)} onClose={() => answer(false)} testId="factor-dialog">
      {security !== undefined &&
        (hasSecondFactor(security) ? (
          <Factors security={security} answer={answer} />
        ) : (
          <>
            <Note tone="warn">{t(m.none)}</Note>
            <Button
              look="primary"
              size="lg"
              onPress={() => {
                answer(false);
                onMissing();
              }}
              data-testid="factor-missing"
            >
              {t(m.toSecurity)}
            </Button>
          </>
        ))}
    </Dialog>
  );
}
