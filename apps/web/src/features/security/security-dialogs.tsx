import type { ThirdProvider } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import { thirdNames } from "../../lib/account/third-marks.tsx";
import { useWords } from "../../lib/words.ts";
import type { Guards } from "../../session/guards.ts";
import { AddressDialog } from "./address-dialog.tsx";
import { AntiPhishingDialog } from "./anti-phishing-dialog.tsx";
import { BindAuthenticator, RemoveAuthenticator } from "./authenticator-dialogs.tsx";
import { m } from "./dialog-messages.ts";
import { AskDialog } from "../../lib/form-dialog.tsx";
import type { GuardName } from "./guard-rows.ts";
import { PasskeysDialog } from "./passkeys-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { useChange } from "../../session/use-change.ts";

function RemoveThird({ provider, onClose }: { provider: ThirdProvider; onClose: () => void }) {
  const t = useWords();
  const name = { provider: thirdNames[provider] };
  const change = useChange("removeThird", [], () => toast.success(t(m.thirdRemoved, name)));
  return (
    <AskDialog
      title={t(m.thirdAsk, name)}
      submitLabel={t(m.remove)}
      isPending={change.isPending}
      onSubmit={() => void change.submit({ provider }).finally(onClose)}
      onClose={onClose}
      testId="third-remove"
    >
      <p>{t(m.thirdHint, name)}</p>
    </AskDialog>
  );
}

type GuardDialogProps = { name: GuardName; guards: Guards; onClose: () => void };

/** What is opened by the button of a guard. */
export function GuardDialog({ name, guards, onClose }: GuardDialogProps) {
  const props = { guards, onClose };
  switch (name) {
    case "passkey":
      return <PasskeysDialog {...props} />;
    case "authenticator":
      return guards.hasAuthenticator ? <RemoveAuthenticator {...props} /> : <BindAuthenticator {...props} />;
    case "email":
    case "phone":
      return <AddressDialog kind={name} {...props} />;
    case "password":
      return <PasswordDialog {...props} />;
    case "antiPhishing":
      return <AntiPhishingDialog {...props} />;
    case "google":
    case "apple":
      return <RemoveThird provider={name} onClose={onClose} />;
  }
}
