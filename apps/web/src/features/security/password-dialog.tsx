import { codeLength } from "@tidemark/contracts";
import { PasswordField } from "@tidemark/kit-ui";
import { useState } from "react";
import { NewPasswordFields } from "../../session/credentials/new-password.tsx";
import { noPassword, passwordProblems } from "../../session/credentials/password-problems.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { SecuritySettings } from "../../session/security-settings.ts";
import { m } from "./dialog-messages.ts";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { LockNote, ContactCode } from "./contact-code.tsx";
import { useChange } from "../../session/use-change.ts";

/** The current password or, without one, a code to the account's contact. */
export function PasswordDialog({ security, onClose }: { security: SecuritySettings; onClose: () => void }) {
  const t = useTexts();
  const { hasPassword } = security;
  const [oldPassword, setOldPassword] = useState("");
  const [code, setCode] = useState("");
  const [passwords, setPasswords] = useState(noPassword);
  const isShown = hasPassword ? oldPassword !== "" : code.length === codeLength;
  const change = useChange("setPassword", {
    isWhole: isShown && Object.keys(passwordProblems(passwords)).length === 0,
    beside: ["PASSWORD_WRONG", "PASSWORD_COMMON", "CODE_WRONG"],
    doneText: t(m.passwordDone),
    onDone: onClose,
  });
  const { showsProblems } = change;
  const submit = () =>
    void change.submit({ ...(hasPassword ? { oldPassword } : { code }), password: passwords.password });
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
          problem={
            change.messageFor("PASSWORD_WRONG") ??
            (showsProblems && oldPassword === "" ? t(m.passwordMissing) : undefined)
          }
          testId="old-password"
        />
      ) : (
        <ContactCode
          security={security}
          value={code}
          onChange={setCode}
          showsProblems={showsProblems}
          problem={change.messageFor("CODE_WRONG")}
        />
      )}
      <NewPasswordFields
        value={passwords}
        onChange={setPasswords}
        showsProblems={showsProblems}
        label={t(m.passwordNew)}
        problem={change.messageFor("PASSWORD_COMMON")}
      />
      <LockNote />
    </FormDialog>
  );
}
