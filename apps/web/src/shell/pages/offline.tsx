import { buttonClassName } from "@tidemark/kit-ui";
import { RefreshCw } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./page-messages.ts";
import { useRetry } from "./use-retry.ts";
import { ErrorPage } from "./error-page.tsx";

const retrySeconds = 8;

/** A reload without a connection would leave an empty page: it waits until there is one. */
function reloadIfOnline(): void {
  if (navigator.onLine) location.reload();
}

/** Replaces a page that cannot be shown without a connection. It reloads by itself. */
export function Offline({ head }: { head?: ReactNode }) {
  const t = useTexts();
  const { secondsLeft, tryNow } = useRetry(retrySeconds, reloadIfOnline);
  useEffect(() => {
    const back = () => location.reload();
    addEventListener("online", back);
    return () => removeEventListener("online", back);
  }, []);
  return (
    <ErrorPage
      wave="cut"
      head={head}
      over={t(m.tryingIn, { count: secondsLeft })}
      title={t(m.offlineTitle)}
      hint={t(m.offlineHint)}
    >
      <button type="button" onClick={tryNow} className={buttonClassName("primary", "lg")}>
        <RefreshCw aria-hidden size={16} />
        {t(m.tryNow)}
      </button>
    </ErrorPage>
  );
}
