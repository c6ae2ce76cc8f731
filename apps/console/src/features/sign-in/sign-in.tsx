import { Button } from "@tidemark/kit-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { answerOf } from "../../lib/client.ts";
import { SignedOutPage, SignedOutProblem } from "../../lib/signed-out-page.tsx";
import { showPasskey } from "../../lib/passkeys.ts";
import { useTexts } from "../../lib/texts.ts";
import { openSession } from "../../session/session.ts";
import { m } from "./sign-in-messages.ts";

export function SignIn() {
  const t = useTexts();
  const queries = useQueryClient();
  const signIn = useMutation({
    mutationFn: async () => {
      const passkey = await showPasskey("signIn");
      if (passkey !== undefined) openSession(queries, await answerOf("signInOperator", { passkey }));
    },
  });
  return (
    <SignedOutPage title={t(m.title)}>
      <p className="text-muted">{t(m.hint)}</p>
      {signIn.error !== null && <SignedOutProblem text={signIn.error.message} />}
      <Button
        look="primary"
        size="lg"
        isPending={signIn.isPending}
        onPress={() => signIn.mutate()}
        data-testid="sign-in"
      >
        <Fingerprint aria-hidden size={16} />
        {t(m.submit)}
      </Button>
      <p className="text-12 text-muted">{t(m.lost)}</p>
    </SignedOutPage>
  );
}
