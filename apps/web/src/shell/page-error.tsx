import { buttonClassName } from "@tidemark/kit-ui";
import { useState } from "react";
import { useWords } from "../lib/words.ts";
import { Offline } from "./offline.tsx";
import { hrefOf, PageLink } from "./page-link.tsx";
import { m } from "./page-messages.ts";
import { WayOn } from "./way-on.tsx";

/** Instead of a page that threw. Without a connection its files are what is missing: then it says that. */
export function PageError() {
  const t = useWords();
  const [isOffline] = useState(() => !navigator.onLine);
  if (isOffline) return <Offline />;
  return (
    <WayOn tide="cut" title={t(m.errorTitle)} hint={t(m.errorHint)}>
      <button type="button" onClick={() => location.reload()} className={buttonClassName("primary", "lg")}>
        {t(m.reload)}
      </button>
      <PageLink href={hrefOf("/")} className={buttonClassName("quiet", "lg")}>
        {t(m.toHome)}
      </PageLink>
    </WayOn>
  );
}
