import { Globe } from "lucide-react";
import { useWords } from "../lib/words.ts";
import { BarPopup } from "./bar-popup.tsx";
import { later } from "./later.ts";
import { barIconLook } from "./looks.ts";
import { m } from "./shell-messages.ts";

const panel = later(async () => (await import("./panels/language-panel.tsx")).LanguagePanel);

export function LanguageButton({ className = barIconLook }: { className?: string }) {
  const t = useWords();
  return (
    <BarPopup
      part={panel}
      with={{}}
      label={t(m.language)}
      face={<Globe aria-hidden size={18} strokeWidth={1.75} />}
      className={className}
      testId="language-button"
    />
  );
}
