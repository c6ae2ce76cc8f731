import { codeLength } from "@tidemark/contracts";
import { PasswordField, toast } from "@tidemark/kit-ui";
import { useState } from "react";
import { NewPasswordFields } from "../../lib/account/new-password.tsx";
import { noPassword, passwordProblems } from "../../lib/account/password-problems.ts";
import { useWords } from "../../lib/words.ts";
import type { Guards } from "../../session/guards.ts";
import { m } from "./dialog-messages.ts";
import { FormDialog } from "../../lib/form-dialog.tsx";
import { LockNote, OwnCode } from "./own-code.tsx";
import { useChange } from "../../session/use-change.ts";

/** The present password, or where there is none a code to the account's own address. */
export function PasswordDialog({ guards, onClose }: { guards: Guards; onClose: () => void }) {
  const t = useWords();
  const { hasPassword } = guards;
  const [oldPassword, setOldPassword] = useState("");
  const [code, setCode] = useState("");
  const [passwords, setPasswords] = useState(noPassword);
  const [isTold, setIsTold] = useState(false);
  const change = useChange("setPassword", ["PASSWORD_WRONG", "PASSWORD_COMMON", "CODE_WRONG"], () => {
    toast.success(t(m.passwordDone));
    onClose();
  });
  const submit = () => {
    setIsTold(true);
    const isShown = hasPassword ? oldPassword !== "" : code.length === codeLength;
    if (!isShown || Object.keys(passwordProblems(passwords)).length > 0) return;
    void change.submit({ ...(hasPassword ? { oldPassword } : { code }), password: passwords.password });
  };
  return (
    <FormDialog
      title={t(hasPassword ? m.passwordChange : m.passwordFirst)}
      submitLabel={t(m.confirm)}
      isPending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
      testId="password-change"
    >
      {hasPassword ? (
        <PasswordField
          label={t(m.passwordOld)}
          value={oldPassword}
          onChange={setOldPassword}
          autoComplete="current-password"
          showLabel={t(m.show)}
          hideLabel={t(m.hide)}
          problem={change.said("PASSWORD_WRONG") ?? (isTold && oldPassword === "" ? t(m.passwordMissing) : undefined)}
          testId="old-password"
        />
      ) : (
        <OwnCode guards={guards} value={code} onChange={setCode} isTold={isTold} problem={change.said("CODE_WRONG")} />
      )}
      <NewPasswordFields
        value={passwords}
        onChange={setPasswords}
        isTold={isTold}
        label={t(m.passwordNew)}
        problem={change.said("PASSWORD_COMMON")}
      />
      <LockNote />
    </FormDialog>
  );
}
