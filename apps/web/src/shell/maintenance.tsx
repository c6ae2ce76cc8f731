import { buttonClassName } from "@tidemark/kit-ui";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { client } from "../lib/client.ts";
import { useWords } from "../lib/words.ts";
import { LanguageButton } from "./language-button.tsx";
import { hrefOf } from "./page-link.tsx";
import { m } from "./page-messages.ts";
import { useRetry } from "./use-retry.ts";
import { WayOn } from "./way-on.tsx";

const retrySeconds = 20;

/** While the exchange is closed for work. It asks by itself whether it is open again, and opens it. */
export function Maintenance() {
  const t = useWords();
  const [hasAsked, setHasAsked] = useState(false);
  const ask = () =>
    void client.call("currentDatetime", {}).then((outcome) => {
      if (outcome.ok) location.replace(hrefOf("/"));
      else setHasAsked(true);
    });
  const { secondsLeft, tryNow } = useRetry(retrySeconds, ask);
  return (
    <WayOn
      tide="slack"
      head={<LanguageButton />}
      over={t(m.tryingIn, { count: secondsLeft })}
      title={t(m.maintenanceTitle)}
      hint={t(m.maintenanceHint)}
    >
      <button type="button" onClick={tryNow} className={buttonClassName("primary", "lg")}>
        <RefreshCw aria-hidden size={16} />
        {t(m.tryNow)}
      </button>
      <output className="text-13 text-muted">{hasAsked ? t(m.maintenanceStill) : ""}</output>
    </WayOn>
  );
}
