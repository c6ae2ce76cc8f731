import { WifiOff } from "lucide-react";
import { useLayoutEffect } from "react";
import { useConnection } from "../../lib/client/connection.ts";
import { dateText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "../pages/page-messages.ts";
import { useOnline } from "./use-online.ts";

const stripHeight = "36px";

/**
 * A row below the bar while there is no connection: the page stays, with the age of its data. A browser may call itself offline and still
 * reach the exchange, for instance on the same machine; then nothing is stale.
 */
export function OfflineStrip() {
  const isOnline = useOnline();
  const { state, lostAt } = useConnection();
  const isLost = !isOnline && state !== "live";
  return <output className="sticky top-(--nav-height) z-nav block">{isLost && <Strip lostAt={lostAt} />}</output>;
}

function Strip({ lostAt }: { lostAt: number }) {
  const t = useTexts();
  // Screens that fill the window are lower by this row.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--strip-height", stripHeight);
    return () => void style.removeProperty("--strip-height");
  }, []);
  return (
    <span className="block bg-canvas">
      <span className="flex min-h-9 items-center justify-center gap-3 bg-warn-soft px-(--gutter) py-1.5 text-13">
        <WifiOff aria-hidden size={16} className="flex-none text-warn" />
        <span data-testid="offline">{t(m.offlineStrip, { time: dateText(lostAt) })}</span>
      </span>
    </span>
  );
}
