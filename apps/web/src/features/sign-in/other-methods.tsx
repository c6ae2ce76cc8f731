import type { UserInfo } from "@tidemark/contracts";
import { Button, toast } from "@tidemark/kit-ui";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { appConfig } from "../../lib/config/app-config.ts";
import { client } from "../../lib/client/client.ts";
import { hasPasskeys, passkeysOf } from "../../lib/device/passkeys.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./sign-in-messages.ts";
import { Or } from "./step-parts.tsx";
import { retryWhileBusy } from "../../session/credentials/retry-busy.ts";
import { useSignIn } from "./use-sign-in.ts";
import { oauthRequest } from "./pending-sign-in.ts";
import { AppleMark, GoogleMark, type Provider, oauthNames } from "../../session/credentials/oauth-marks.tsx";

const look = "h-11! w-full px-2! text-13";

type OtherMethodsProps = {
  onDone: (user: UserInfo) => void;
  /** The return path, kept through the provider's site. */
  backurl?: string | undefined;
  /** A passkey can sign in but not register. */
  hasPasskey: boolean;
};

/** Google, Apple and a passkey, as far as the site offers them and the browser can. */
export function OtherMethods({ onDone, backurl, hasPasskey }: OtherMethodsProps) {
  const t = useTexts();
  const { switches } = appConfig();
  const signIn = useSignIn(onDone);
  const [leaving, setLeaving] = useState<Provider>();
  const providers: readonly Provider[] = [
    ...(switches.googleSignIn === true ? (["google"] as const) : []),
    ...(switches.appleSignIn === true ? (["apple"] as const) : []),
  ];
  const isPasskeyOffered = hasPasskey && hasPasskeys();
  if (providers.length === 0 && !isPasskeyOffered) return null;

  const leave = async (provider: Provider) => {
    setLeaving(provider);
    const outcome = await retryWhileBusy("startOAuth", { provider });
    if (!outcome.ok) {
      setLeaving(undefined);
      return toast.error(outcome.message);
    }
    const { ticket, url } = outcome.value;
    oauthRequest.set({ ticket, provider, ...(backurl === undefined ? {} : { backurl }) });
    location.assign(url);
  };
  const unlock = async () => {
    const shown = await passkeysOf(client).answer("signIn");
    if ("isCancelled" in shown) return toast.info(t(m.passkeyFailed));
    const problem = "answer" in shown ? await signIn.submit("signInByPasskey", { passkey: shown.answer }) : shown;
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
            {oauthNames[provider]}
          </Button>
        ))}
        {isPasskeyOffered && (
          <Button
            look="ghost"
            className={look}
            isPending={signIn.isPending}
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
