import { isLoginId } from "@tidemark/contracts";
import { Button, Note, PasswordField } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { FormShell } from "../../lib/forms/form-shell.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { ContactField, askOf, noContact } from "../../session/credentials/contact-field.tsx";
import { useStored } from "../../lib/storage/choices.ts";
import { endedSession } from "../../session/ended-session.ts";
import { m } from "./sign-in-messages.ts";
import { linkLook } from "./step-parts.tsx";
import { useSignIn } from "./use-sign-in.ts";

const seededAccounts = ["alice", "bob", "carol"] as const;

/** By e-mail or phone, and password. */
export function SignInForm({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const [account, setAccount] = useState(noContact);
  const [password, setPassword] = useState("");
  const [showsProblems, setShowsProblems] = useState(false);
  const signIn = useSignIn(onDone);
  const wasEnded = useStored(endedSession);
  const isAccountWrong = !isLoginId(account.loginId.trim());
  const refused = signIn.problem?.refusal === "VERIFY_NEEDED" ? undefined : signIn.problem?.message;
  const passwordProblem = showsProblems && password === "" ? t(m.passwordMissing) : refused;

  return (
    <FormShell
      submitLabel={t(m.logIn)}
      isPending={signIn.isPending}
      onSubmit={() => {
        setShowsProblems(true);
        if (!isAccountWrong && password !== "") void signIn.submit("signIn", { ...askOf(account), password });
      }}
      hasFocus
      submitTestId="login-submit"
      after={import.meta.env.DEV && <SeededAccounts onChoose={(name) => setAccount({ ...account, loginId: name })} />}
    >
      {wasEnded && <Note tone="warn">{t(m.sessionEnded)}</Note>}
      <ContactField
        value={account}
        onChange={setAccount}
        problem={showsProblems && isAccountWrong ? t(m.loginIdWrong) : undefined}
        testId="login-id"
      />
      <PasswordField
        label={t(m.password)}
        value={password}
        onChange={(text) => {
          setPassword(text);
          signIn.clearProblem();
        }}
        autoComplete="current-password"
        showLabel={t(m.show)}
        hideLabel={t(m.hide)}
        maxLength={40}
        problem={passwordProblem}
        action={
          <Link to="/auth/forgot" search={(search: Record<string, unknown>) => search as never} className={linkLook}>
            {t(m.forgot)}
          </Link>
        }
        testId="login-password"
      />
    </FormShell>
  );
}

function SeededAccounts({ onChoose }: { onChoose: (loginId: string) => void }) {
  const t = useTexts();
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <p className="text-12 text-muted">{t(m.development)}</p>
      <div className="grid grid-cols-3 gap-2">
        {seededAccounts.map((name) => (
          <Button
            key={name}
            look="ghost"
            onPress={() => onChoose(`${name}@tidemark.test`)}
            className="h-10!"
            data-testid={`login-as-${name}`}
          >
            {name}
          </Button>
        ))}
      </div>
      <p className="text-12 text-balance text-muted">{t(m.developmentHint)}</p>
    </div>
  );
}
