import { Globe } from "lucide-react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { LazyPopup } from "../loading/lazy-popup.tsx";
import { lazyPart } from "../loading/lazy-part.ts";
import { barIconLook } from "../looks.ts";
import { m } from "../shell-messages.ts";

const panel = lazyPart(async () => (await import("./language-panel.tsx")).LanguagePanel);

export function LanguageButton({ className = barIconLook }: { className?: string }) {
  const t = useTexts();
  return (
    <LazyPopup
      part={panel}
      with={{}}
      label={t(m.language)}
      face={<Globe aria-hidden size={18} strokeWidth={1.75} />}
      className={className}
      testId="language-button"
    />
  );
}
