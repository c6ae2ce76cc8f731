import { Button, Note } from "@tidemark/kit-ui";
import { useTexts } from "../i18n/texts.ts";
import { m } from "./wallet-messages.ts";

type LoadFailedProps = { text: string; onRetry: () => void };

/** In place of something that could not be loaded. */
export function LoadFailed({ text, onRetry }: LoadFailedProps) {
  const t = useTexts();
  return (
    <Note tone="warn">
      <span className="flex flex-wrap items-center justify-between gap-3">
        {text}
        <Button look="ghost" size="sm" onPress={onRetry}>
          {t(m.retry)}
        </Button>
      </span>
    </Note>
  );
}
