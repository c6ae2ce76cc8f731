import type { UserInfo } from "@tidemark/contracts";
import { Button, toast } from "@tidemark/kit-ui";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { appConfig } from "../../lib/app-config.ts";
import { client } from "../../lib/client.ts";
import { hasPasskeys, passkeysOf } from "../../lib/passkeys.ts";
import { useWords } from "../../lib/words.ts";
import { m } from "./auth-messages.ts";
import { Or } from "./auth-page.tsx";
import { askPatiently } from "../../lib/account/ask-patiently.ts";
import { useDoor } from "./door.ts";
import { thirdAway } from "./pending.ts";
import { AppleMark, GoogleMark, type Provider, thirdNames } from "../../lib/account/third-marks.tsx";

const look = "h-11! w-full px-2! text-13";

type OtherWaysProps = {
  onDone: (user: UserInfo) => void;
  /** Where to come back to, through the provider's site and the way home. */
  backurl?: string | undefined;
  /** A passkey lets in; it opens no account. */
  hasPasskey: boolean;
};

/** Google, Apple and a passkey, as far as the site offers them and the browser can. */
export function OtherWays({ onDone, backurl, hasPasskey }: OtherWaysProps) {
  const t = useWords();
  const { switches } = appConfig();
  const door = useDoor(onDone);
  const [leaving, setLeaving] = useState<Provider>();
  const providers: readonly Provider[] = [
    ...(switches.googleSignIn === true ? (["google"] as const) : []),
    ...(switches.appleSignIn === true ? (["apple"] as const) : []),
  ];
  const isPasskeyOffered = hasPasskey && hasPasskeys();
  if (providers.length === 0 && !isPasskeyOffered) return null;

  const leave = async (provider: Provider) => {
    setLeaving(provider);
    const outcome = await askPatiently("startThird", { provider });
    if (!outcome.ok) {
      setLeaving(undefined);
      return toast.error(outcome.message);
    }
    const { ticket, url } = outcome.value;
    thirdAway.set({ ticket, provider, ...(backurl === undefined ? {} : { backurl }) });
    location.assign(url);
  };
  const unlock = async () => {
    const shown = await passkeysOf(client).answer("signIn");
    if ("isTurnedAway" in shown) return toast.info(t(m.passkeyFailed));
    const problem = "answer" in shown ? await door.enter("loginByPasskey", { passkey: shown.answer }) : shown;
    if (problem !== undefined) toast.error(problem.message);
  };

  return (
    <>
      <Or>{t(m.or)}</Or>
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {providers.map((provider) => (
          <Button
            key={provider}
            look="ghost"
            className={look}
            isPending={leaving === provider}
            onPress={() => void leave(provider)}
            data-testid={`third-${provider}`}
          >
            {provider === "google" ? <GoogleMark /> : <AppleMark />}
            {thirdNames[provider]}
          </Button>
        ))}
        {isPasskeyOffered && (
          <Button
            look="ghost"
            className={look}
            isPending={door.isPending}
            onPress={() => void unlock()}
            data-testid="login-passkey"
          >
            <Fingerprint aria-hidden size={16} className="flex-none" />
            {t(m.passkey)}
          </Button>
        )}
      </div>
    </>
  );
}
