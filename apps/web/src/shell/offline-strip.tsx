import { WifiOff } from "lucide-react";
import { useState } from "react";
import { dateText } from "../lib/number-text.ts";
import { useWords } from "../lib/words.ts";
import { m } from "./page-messages.ts";
import { useOnline } from "./use-online.ts";

/** Hangs from the bar while the browser has no connection: the page stays, and says how old it is. */
export function OfflineStrip() {
  const isOnline = useOnline();
  return <output className="absolute inset-x-0 top-full block">{!isOnline && <Strip />}</output>;
}

function Strip() {
  const t = useWords();
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
