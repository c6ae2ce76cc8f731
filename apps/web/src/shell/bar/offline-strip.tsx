import { WifiOff } from "lucide-react";
import { useState } from "react";
import { dateText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "../pages/page-messages.ts";
import { useOnline } from "./use-online.ts";

/** Shown below the bar while the browser is offline: the page stays, with the age of its data. */
export function OfflineStrip() {
  const isOnline = useOnline();
  return <output className="absolute inset-x-0 top-full block">{!isOnline && <Strip />}</output>;
}

function Strip() {
  const t = useTexts();
  const [lostAt] = useState(() => Date.now());
  return (
    <span className="block bg-canvas">
      <span className="flex min-h-9 items-center justify-center gap-3 bg-warn-soft px-(--gutter) py-1.5 text-13">
        <WifiOff aria-hidden size={16} className="flex-none text-warn" />
        <span data-testid="offline">{t(m.offlineStrip, { time: dateText(lostAt) })}</span>
      </span>
    </span>
  );
}
