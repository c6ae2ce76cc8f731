import { Button, IconButton, TextField } from "@tidemark/kit-ui";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { RefusedError } from "../../lib/answer.ts";
import { useWords } from "../../lib/words.ts";
import { useSignIn } from "../../session/session.ts";
import { m } from "./sign-in-messages.ts";

const seededAccounts = ["alice", "bob", "carol"] as const;

export function SignInForm({ onDone }: { onDone: () => void }) {
  const t = useWords();
  const [loginId, setLoginId] = useState("");
  const [password, setPassword] = useState("");
  const [isShown, setIsShown] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const signIn = useSignIn();
  const refused = signIn.error instanceof RefusedError ? signIn.error.problem : undefined;
  const problem = isMissing
    ? t(m.missing)
    : refused === undefined
      ? undefined
      : refused.refusal === "LOGIN_INVALID"
        ? t(m.wrong)
        : refused.message;

  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const isEmpty = loginId === "" || password === "";
        setIsMissing(isEmpty);
        if (!isEmpty) signIn.mutate({ loginId, password }, { onSuccess: onDone });
      }}
    >
      <TextField
        label={t(m.loginId)}
        value={loginId}
        onChange={setLoginId}
        autoComplete="username"
        maxLength={50}
        testId="login-id"
      />
      <TextField
        label={t(m.password)}
        value={password}
        onChange={setPassword}
        type={isShown ? "text" : "password"}
        autoComplete="current-password"
        maxLength={40}
        problem={problem}
        testId="login-password"
      >
        <IconButton aria-label={t(isShown ? m.hide : m.show)} onPress={() => setIsShown(!isShown)} className="me-1.5">
          {isShown ? <EyeOff size={16} /> : <Eye size={16} />}
        </IconButton>
      </TextField>
      <Button type="submit" look="primary" size="lg" isPending={signIn.isPending} data-testid="login-submit">
        {t(m.submit)}
      </Button>
      {import.meta.env.DEV && (
        <div className="grid gap-2 border-t border-line pt-4">
          <p className="text-12 text-muted">{t(m.development)}</p>
          <div className="grid grid-cols-3 gap-2">
            {seededAccounts.map((name) => (
              <Button
                key={name}
                look="ghost"
                onPress={() => setLoginId(`${name}@tidemark.test`)}
                className="h-10!"
                data-testid={`login-as-${name}`}
              >
                {name}
              </Button>
            ))}
          </div>
          <p className="text-12 text-balance text-muted">{t(m.developmentHint)}</p>
        </div>
      )}
    </form>
  );
}
