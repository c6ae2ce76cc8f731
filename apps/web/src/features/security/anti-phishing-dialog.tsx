import { codeLength } from "@tidemark/contracts";
import { TextField, toast } from "@tidemark/kit-ui";
import { useState } from "react";
import { useWords } from "../../lib/words.ts";
import type { Guards } from "../../session/guards.ts";
import { m } from "./dialog-messages.ts";
import { FormDialog } from "../../lib/form-dialog.tsx";
import { OwnCode } from "./own-code.tsx";
import { useChange } from "../../session/use-change.ts";

const shape = /^[\p{L}\p{N} _-]{4,20}$/u;

export function AntiPhishingDialog({ guards, onClose }: { guards: Guards; onClose: () => void }) {
  const t = useWords();
  const [text, setText] = useState(guards.antiPhishing);
  const [code, setCode] = useState("");
  const [isTold, setIsTold] = useState(false);
  const change = useChange("setAntiPhishing", ["CODE_WRONG"], () => {
    toast.success(t(m.done));
    onClose();
  });
  const words = text.trim();
  const submit = () => {
    setIsTold(true);
    if (shape.test(words) && code.length === codeLength) void change.submit({ text: words, code });
  };
  return (
    <FormDialog
      title={t(m.phishTitle)}
      submitLabel={t(m.save)}
      isPending={change.isPending}
      onSubmit={submit}
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
        problem={isTold && !shape.test(words) ? t(m.phishRule) : undefined}
        testId="anti-phishing-text"
      />
      <OwnCode guards={guards} value={code} onChange={setCode} isTold={isTold} problem={change.said("CODE_WRONG")} />
    </FormDialog>
  );
}
