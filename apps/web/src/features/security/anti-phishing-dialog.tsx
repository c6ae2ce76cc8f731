import { codeLength } from "@tidemark/contracts";
import { TextField } from "@tidemark/kit-ui";
import { useState } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { SecuritySettings } from "../../session/security-settings.ts";
import { m } from "./dialog-messages.ts";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { ContactCode } from "./contact-code.tsx";
import { useChange } from "../../session/use-change.ts";

const shape = /^[\p{L}\p{N} _-]{4,20}$/u;

export function AntiPhishingDialog({ security, onClose }: { security: SecuritySettings; onClose: () => void }) {
  const t = useTexts();
  const [text, setText] = useState(security.antiPhishing);
  const [code, setCode] = useState("");
  const texts = text.trim();
  const change = useChange("setAntiPhishing", {
    isWhole: shape.test(texts) && code.length === codeLength,
    beside: ["CODE_WRONG"],
    doneText: t(m.done),
    onDone: onClose,
  });
  const { showsProblems } = change;
  return (
    <FormDialog
      title={t(m.phishTitle)}
      submitLabel={t(m.save)}
      isPending={change.isPending}
      onSubmit={() => void change.submit({ text: texts, code })}
      onClose={onClose}
      testId="anti-phishing"
    >
      <p className="text-13 text-muted">{t(m.phishLead)}</p>
      <TextField
        label={t(m.phishField)}
        value={text}
        onChange={setText}
        countMax={20}
        hint={t(m.phishRule)}
        problem={showsProblems && !shape.test(texts) ? t(m.phishRule) : undefined}
        testId="anti-phishing-text"
      />
      <ContactCode
        security={security}
        value={code}
        onChange={setCode}
        showsProblems={showsProblems}
        problem={change.messageFor("CODE_WRONG")}
      />
    </FormDialog>
  );
}
