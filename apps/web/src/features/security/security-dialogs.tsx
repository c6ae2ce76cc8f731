import type { OAuthProvider } from "@tidemark/contracts";
import { oauthNames } from "../../session/credentials/oauth-marks.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { SecuritySettings } from "../../session/security-settings.ts";
import { ContactDialog } from "./contact-dialog.tsx";
import { AntiPhishingDialog } from "./anti-phishing-dialog.tsx";
import { BindAuthenticator, RemoveAuthenticator } from "./authenticator-dialogs.tsx";
import { m } from "./dialog-messages.ts";
import { AskDialog } from "../../lib/dialogs/form-dialog.tsx";
import type { SecurityItem } from "./security-rows.ts";
import { PasskeysDialog } from "./passkeys-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { useChange } from "../../session/use-change.ts";

function RemoveOAuth({ provider, onClose }: { provider: OAuthProvider; onClose: () => void }) {
  const t = useTexts();
  const name = { provider: oauthNames[provider] };
  const change = useChange("removeOAuth", { doneText: t(m.oauthRemoved, name) });
  return (
    <AskDialog
      title={t(m.oauthAsk, name)}
      submitLabel={t(m.remove)}
      isPending={change.isPending}
      onSubmit={() => void change.submit({ provider }).finally(onClose)}
      onClose={onClose}
      testId="third-remove"
    >
      <p>{t(m.oauthHint, name)}</p>
    </AskDialog>
  );
}

type SecurityDialogProps = { name: SecurityItem; security: SecuritySettings; onClose: () => void };

/** The dialog of a security setting. */
export function SecurityDialog({ name, security, onClose }: SecurityDialogProps) {
  const props = { security, onClose };
  switch (name) {
    case "passkey":
      return <PasskeysDialog {...props} />;
    case "authenticator":
      return security.hasAuthenticator ? <RemoveAuthenticator {...props} /> : <BindAuthenticator {...props} />;
    case "email":
    case "phone":
      return <ContactDialog kind={name} {...props} />;
    case "password":
      return <PasswordDialog {...props} />;
    case "antiPhishing":
      return <AntiPhishingDialog {...props} />;
    case "google":
    case "apple":
      return <RemoveOAuth provider={name} onClose={onClose} />;
  }
}
