import { isLoginId } from "@tidemark/contracts";
import { Button, PasswordField } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useWords } from "../../lib/words.ts";
import { AccountField, askOf, noAccount } from "../../lib/account/account-field.tsx";
import { m } from "./auth-messages.ts";
import { linkLook } from "./auth-page.tsx";
import { useDoor } from "./door.ts";

const seededAccounts = ["alice", "bob", "carol"] as const;

/** By e-mail or phone, and password. */
export function SignInForm({ onDone }: { onDone: () => void }) {
  const t = useWords();
  const [account, setAccount] = useState(noAccount);
  const [password, setPassword] = useState("");
  const [isTold, setIsTold] = useState(false);
  const door = useDoor(onDone);
  const isAccountWrong = !isLoginId(account.loginId.trim());
  const refused = door.problem?.refusal === "VERIFY_NEEDED" ? undefined : door.problem?.message;
  const passwordProblem = isTold && password === "" ? t(m.passwordMissing) : refused;

  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsTold(true);
        if (!isAccountWrong && password !== "") void door.enter("login", { ...askOf(account), password });
      }}
    >
      <AccountField
        value={account}
        onChange={setAccount}
        problem={isTold && isAccountWrong ? t(m.loginIdWrong) : undefined}
        testId="login-id"
      />
      <PasswordField
        label={t(m.password)}
        value={password}
        onChange={(text) => {
          setPassword(text);
          door.forget();
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
      <Button type="submit" look="primary" size="lg" isPending={door.isPending} data-testid="login-submit">
        {t(m.logIn)}
      </Button>
      {import.meta.env.DEV && <SeededAccounts onChoose={(name) => setAccount({ ...account, loginId: name })} />}
    </form>
  );
}

function SeededAccounts({ onChoose }: { onChoose: (loginId: string) => void }) {
  const t = useWords();
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
