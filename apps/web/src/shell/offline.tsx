import { buttonClassName } from "@tidemark/kit-ui";
import { RefreshCw } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useWords } from "../lib/words.ts";
import { m } from "./page-messages.ts";
import { useRetry } from "./use-retry.ts";
import { WayOn } from "./way-on.tsx";

const retrySeconds = 8;

/** Without a connection a reload would leave nothing at all: the page that stands is kept until there is one. */
function reloadIfOnline(): void {
  if (navigator.onLine) location.reload();
}

/** Instead of a page that cannot be shown without a connection. It comes back by itself. */
export function Offline({ head }: { head?: ReactNode }) {
  const t = useWords();
  const { secondsLeft, tryNow } = useRetry(retrySeconds, reloadIfOnline);
  useEffect(() => {
    const back = () => location.reload();
    addEventListener("online", back);
    return () => removeEventListener("online", back);
  }, []);
  return (
    <WayOn
      tide="cut"
      head={head}
      over={t(m.tryingIn, { count: secondsLeft })}
      title={t(m.offlineTitle)}
      hint={t(m.offlineHint)}
    >
      <button type="button" onClick={tryNow} className={buttonClassName("primary", "lg")}>
        <RefreshCw aria-hidden size={16} />
        {t(m.tryNow)}
      </button>
    </WayOn>
  );
}
