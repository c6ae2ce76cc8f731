import { codeLength, type UserInfo } from "@tidemark/contracts";
import { Button, Dialog, Note, toast } from "@tidemark/kit-ui";
import type { Outcome } from "@tidemark/kit-client";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { askPatiently } from "../lib/account/ask-patiently.ts";
import { CodeField } from "../lib/account/code-field.tsx";
import { client, socket } from "../lib/client.ts";
import { hasPasskeys, passkeysOf } from "../lib/passkeys.ts";
import { useWords } from "../lib/words.ts";
import { m } from "./factor-messages.ts";
import { type Guards, hasSecondFactor, useGuards } from "./guards.ts";
import { mergeUser } from "./user.ts";

type Answer = (isConfirmed: boolean) => void;

/** The session goes on under a new name, and the connection carried the old one. */
function goOn(user: UserInfo, answer: Answer): void {
  mergeUser(user);
  socket.restart();
  answer(true);
}

function Factors({ guards, answer }: { guards: Guards; answer: Answer }) {
  const t = useWords();
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const taken = (outcome: Outcome<UserInfo>) => {
    if (outcome.ok) goOn(outcome.value, answer);
    else setProblem(outcome.message);
  };
  const show = async (googleCode: string) => {
    setIsPending(true);
    taken(await askPatiently("confirmFactor", { googleCode }).finally(() => setIsPending(false)));
  };
  const unlock = async () => {
    const outcome = await passkeysOf(client).confirm();
    if ("isTurnedAway" in outcome) return toast.info(t(m.passkeyFailed));
    if (!outcome.ok && !guards.hasAuthenticator) toast.error(outcome.message);
    taken(outcome);
  };
  const isPasskeyOffered = guards.passkeys > 0 && hasPasskeys();
  return (
    <>
      <p className="text-13 text-muted">{t(m.lead)}</p>
      {guards.hasAuthenticator && (
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
          look={guards.hasAuthenticator ? "ghost" : "primary"}
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

/** Asks for a second factor before something goes on that needs one. `onMissing` leads to where one is bound. */
export function FactorDialog({ answer, onMissing }: { answer: Answer; onMissing: () => void }) {
  const t = useWords();
  const { data: guards } = useGuards();
  return (
    <Dialog title={t(m.title)} closeLabel={t(m.close)} onClose={() => answer(false)} testId="factor-dialog">
      {guards !== undefined &&
        (hasSecondFactor(guards) ? (
          <Factors guards={guards} answer={answer} />
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
