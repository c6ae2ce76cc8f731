import { codeLength } from "@tidemark/contracts";
import { CopyButton, Qr } from "@tidemark/kit-ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CodeField, codeMissing } from "../../session/credentials/code-field.tsx";
import { answerOf } from "../../lib/client/answer.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { SecuritySettings } from "../../session/security-settings.ts";
import { m } from "./dialog-messages.ts";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { LockNote, ContactCode } from "./contact-code.tsx";
import { useChange } from "../../session/use-change.ts";

type SecurityDialogProps = { security: SecuritySettings; onClose: () => void };

/** In groups of four, for typing without a camera. */
const grouped = (key: string): string => key.replaceAll(/(.{4})(?=.)/g, "$1 ");

/** The key, as a QR code and as text. */
function OfferedKey() {
  const t = useTexts();
  const { data: offer } = useQuery({
    queryKey: ["own", "authenticator-offer"],
    queryFn: () => answerOf("startAuthenticator", {}),
    // Fetched once: a second request would create another key, and the one in the app would be wrong.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (
    <div className="grid gap-4">
      <p className="text-13 text-muted">{t(m.bindScan)}</p>
      <div className="flex items-center gap-4 max-w768:flex-col">
        <Qr value={offer?.uri} label={t(m.bindQr)} sizePx={148} />
        <div className="grid min-w-0 gap-2 text-13 max-w768:w-full">
          <span className="text-muted">{t(m.bindKey)}</span>
          <code
            dir="ltr"
            className="text-start font-sans text-14 leading-5 font-medium tracking-wide break-words tabular-nums w768:min-h-10"
            data-testid="authenticator-key"
          >
            {offer === undefined ? "" : grouped(offer.key)}
          </code>
          {offer !== undefined && (
            <div>
              <CopyButton text={offer.key} label={t(m.bindCopy)} doneLabel={t(m.copied)} hasText />
            </div>
          )}
        </div>
      </div>
      <p className="text-12 text-muted">{t(m.bindKeep)}</p>
    </div>
  );
}

export function BindAuthenticator({ security, onClose }: SecurityDialogProps) {
  const t = useTexts();
  const [googleCode, setGoogleCode] = useState("");
  const [code, setCode] = useState("");
  const change = useChange("bindAuthenticator", {
    isWhole: googleCode.length === codeLength && code.length === codeLength,
    beside: ["CODE_WRONG", "GOOGLE_CODE_WRONG"],
    doneText: t(m.bound),
    onDone: onClose,
  });
  const { showsProblems } = change;
  const submit = () => void change.submit({ googleCode, code });
  return (
    <FormDialog
      title={t(m.bindTitle)}
      submitLabel={t(m.bindSubmit)}
      isPending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
      testId="authenticator-bind"
    >
      <OfferedKey />
      <CodeField
        channel="google"
        value={googleCode}
        onChange={setGoogleCode}
        problem={
          change.messageFor("GOOGLE_CODE_WRONG") ??
          (showsProblems && googleCode.length < codeLength ? t(codeMissing.google) : undefined)
        }
      />
      <ContactCode
        security={security}
        value={code}
        onChange={setCode}
        showsProblems={showsProblems}
        problem={change.messageFor("CODE_WRONG")}
      />
      <LockNote />
    </FormDialog>
  );
}

export function RemoveAuthenticator({ security, onClose }: SecurityDialogProps) {
  const t = useTexts();
  const [code, setCode] = useState("");
  const change = useChange("removeAuthenticator", {
    isWhole: code.length === codeLength,
    beside: ["CODE_WRONG"],
    doneText: t(m.unbound),
    onDone: onClose,
  });
  const { showsProblems } = change;
  const submit = () => void change.submit({ code });
  return (
    <FormDialog
      title={t(m.unbindTitle)}
      submitLabel={t(m.remove)}
      isPending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
      testId="authenticator-remove"
    >
      <p className="text-13 text-muted">{t(m.unbindLead)}</p>
      <ContactCode
        security={security}
        value={code}
        onChange={setCode}
        showsProblems={showsProblems}
        problem={change.messageFor("CODE_WRONG")}
      />
      <LockNote />
    </FormDialog>
  );
}
