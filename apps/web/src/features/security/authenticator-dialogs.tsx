import { codeLength } from "@tidemark/contracts";
import { CopyButton, Qr, toast } from "@tidemark/kit-ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CodeField, codeMissing } from "../../lib/account/code-field.tsx";
import { answerOf } from "../../lib/answer.ts";
import { useWords } from "../../lib/words.ts";
import type { Guards } from "../../session/guards.ts";
import { m } from "./dialog-messages.ts";
import { FormDialog } from "../../lib/form-dialog.tsx";
import { LockNote, OwnCode } from "./own-code.tsx";
import { useChange } from "../../session/use-change.ts";

type GuardDialogProps = { guards: Guards; onClose: () => void };

/** In groups of four: it is typed by hand where the camera does not help. */
const grouped = (key: string): string => key.replaceAll(/(.{4})(?=.)/g, "$1 ");

/** The key, for the camera and for the hand. */
function OfferedKey() {
  const t = useWords();
  const { data: offer } = useQuery({
    queryKey: ["own", "authenticator-offer"],
    queryFn: () => answerOf("startAuthenticator", {}),
    // Asked for again it would be another key, and the one in the app would be wrong.
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
              <CopyButton text={offer.key} label={t(m.bindCopy)} doneLabel={t(m.copied)} hasWords />
            </div>
          )}
        </div>
      </div>
      <p className="text-12 text-muted">{t(m.bindKeep)}</p>
    </div>
  );
}

export function BindAuthenticator({ guards, onClose }: GuardDialogProps) {
  const t = useWords();
  const [googleCode, setGoogleCode] = useState("");
  const [code, setCode] = useState("");
  const [isTold, setIsTold] = useState(false);
  const change = useChange("bindAuthenticator", ["CODE_WRONG", "GOOGLE_CODE_WRONG"], () => {
    toast.success(t(m.bound));
    onClose();
  });
  const submit = () => {
    setIsTold(true);
    if (googleCode.length === codeLength && code.length === codeLength) void change.submit({ googleCode, code });
  };
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
          change.said("GOOGLE_CODE_WRONG") ??
          (isTold && googleCode.length < codeLength ? t(codeMissing.google) : undefined)
        }
      />
      <OwnCode guards={guards} value={code} onChange={setCode} isTold={isTold} problem={change.said("CODE_WRONG")} />
      <LockNote />
    </FormDialog>
  );
}

export function RemoveAuthenticator({ guards, onClose }: GuardDialogProps) {
  const t = useWords();
  const [code, setCode] = useState("");
  const [isTold, setIsTold] = useState(false);
  const change = useChange("removeAuthenticator", ["CODE_WRONG"], () => {
    toast.success(t(m.unbound));
    onClose();
  });
  const submit = () => {
    setIsTold(true);
    if (code.length === codeLength) void change.submit({ code });
  };
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
      <OwnCode guards={guards} value={code} onChange={setCode} isTold={isTold} problem={change.said("CODE_WRONG")} />
      <LockNote />
    </FormDialog>
  );
}
