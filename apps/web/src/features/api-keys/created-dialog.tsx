import { Button, CopyButton, Dialog, Note } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./api-messages.ts";
import type { NewApiKey } from "./key-dialog.tsx";

type LineProps = { label: string; text: string; copyLabel: string; testId: string };

function Line({ label, text, copyLabel, testId }: LineProps) {
  const t = useTexts();
  return (
    <div className="grid gap-1.5">
      <span className="text-13 text-muted">{label}</span>
      <div className="flex items-center gap-2 rounded-control bg-hover px-3 py-2.5">
        <code
          dir="ltr"
          className="min-w-0 flex-1 text-start font-sans text-13 leading-5 break-all"
          data-testid={testId}
        >
          {text}
        </code>
        <CopyButton text={text} label={copyLabel} doneLabel={t(m.copied)} />
      </div>
    </div>
  );
}

/** A key that has just been made. Its secret is nowhere else: nothing but the button closes this. */
export function CreatedDialog({ made, onClose }: { made: NewApiKey; onClose: () => void }) {
  const t = useTexts();
  const hasSecret = made.secret !== "";
  return (
    <Dialog
      title={t(hasSecret ? m.secretTitle : m.keyTitle)}
      closeLabel={t(m.stored)}
      onClose={onClose}
      isLocked
      testId="api-made"
      footer={
        <Button look="primary" size="lg" onPress={onClose} data-testid="api-stored">
          {t(hasSecret ? m.stored : m.done)}
        </Button>
      }
    >
      <Note tone={hasSecret ? "warn" : "brand"}>{t(hasSecret ? m.secretNote : m.keyMade)}</Note>
      <Line label={t(m.apiKey)} text={made.key} copyLabel={t(m.copyKey)} testId="api-key" />
      {hasSecret && <Line label={t(m.secret)} text={made.secret} copyLabel={t(m.copySecret)} testId="api-secret" />}
    </Dialog>
  );
}
