import { buttonClassName } from "@tidemark/kit-ui";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { LanguageButton } from "../panels/language-button.tsx";
import { hrefOf } from "../page-link.tsx";
import { m } from "./page-messages.ts";
import { useRetry } from "./use-retry.ts";
import { ErrorPage } from "./error-page.tsx";

const retrySeconds = 20;

/** Shown during maintenance. It checks by itself whether the exchange is back, and goes to the home page. */
export function Maintenance() {
  const t = useTexts();
  const [hasAsked, setHasAsked] = useState(false);
  const ask = () =>
    void client.call("currentDatetime", {}).then((outcome) => {
      if (outcome.ok) location.replace(hrefOf("/"));
      else setHasAsked(true);
    });
  const { secondsLeft, tryNow } = useRetry(retrySeconds, ask);
  return (
    <ErrorPage
      wave="slack"
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
    </ErrorPage>
  );
}
