import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { langs, textIn } from "@tidemark/contracts";
import { Button, ButtonLink, Dialog } from "@tidemark/kit-ui";
import { Lock, RefreshCw } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { appConfig, hasAppConfig } from "../lib/app-config.ts";
import { chosenLangs, langOf } from "../lib/choices.ts";
import { hostOf, officialWebsite } from "../lib/hosts.ts";
import { speak, spokenLang } from "../lib/languages.ts";
import { site } from "../lib/place.ts";
import { useWords } from "../lib/words.ts";
import { Offline } from "../shell/offline.tsx";
import { useOnline } from "../shell/use-online.ts";
import { WayOn } from "../shell/way-on.tsx";
import type { StartProblem } from "./lifecycle.ts";
import { m } from "./start-messages.ts";

/** How long the alert can be read before the page leaves for the official site by itself. */
const phishingReadMs = 6_000;

function Phishing() {
  const t = useWords();
  const website = hasAppConfig() ? appConfig().website : officialWebsite;
  const tip = hasAppConfig() ? textIn(appConfig().tips.phishing, spokenLang()) : t(m.phishing);
  useEffect(() => {
    const leaving = setTimeout(() => location.replace(website), phishingReadMs);
    return () => clearTimeout(leaving);
  }, [website]);
  return (
    <Dialog
      title={t(m.phishingTitle)}
      closeLabel={t(m.phishingTitle)}
      kind="alert"
      isLocked
      onClose={() => undefined}
      testId="phishing"
      footer={
        <ButtonLink look="primary" size="lg" href={website}>
          {t(m.toOfficial)}
        </ButtonLink>
      }
    >
      <p className="text-muted">{tip}</p>
      <dl className="grid gap-2 border-t border-line pt-4 text-13">
        <div className="flex justify-between gap-4">
          <dt className="flex-none text-muted">{t(m.youAreOn)}</dt>
          <dd className="num truncate text-warn">{location.host}</dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="flex-none text-muted">{t(m.officialSite)}</dt>
          <dd className="flex min-w-0 items-center gap-1.5">
            <Lock aria-hidden size={14} className="flex-none text-brand" />
            <span className="num truncate">{hostOf(website) ?? website}</span>
          </dd>
        </div>
      </dl>
    </Dialog>
  );
}

function Unreachable() {
  const t = useWords();
  const isOnline = useOnline();
  if (!isOnline) return <Offline head="" />;
  return (
    <WayOn tide="cut" head="" title={t(m.unreachableTitle)} hint={t(m.unreachableHint)}>
      <Button look="primary" size="lg" onPress={() => location.reload()}>
        <RefreshCw aria-hidden size={16} />
        {t(m.again)}
      </Button>
    </WayOn>
  );
}

/** Where not even words come, these are the ones that the page brought along. */
function Wordless() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <h1 className="text-20 font-semibold">The page could not be loaded.</h1>
      <p className="text-14 text-muted">Please check your connection and load it again.</p>
      <button type="button" onClick={() => location.reload()} className="text-14 font-medium text-brand underline">
        Load again
      </button>
    </main>
  );
}

/** What is shown instead of the app, in the language that the reader most probably reads. */
export async function startFailed(problem: Exclude<StartProblem, "denied">): Promise<ReactNode> {
  try {
    await speak(langOf(chosenLangs.get()?.[site.siteId], navigator.languages, "en_US", langs));
  } catch {
    return <Wordless />;
  }
  return <I18nProvider i18n={i18n}>{problem === "phishing" ? <Phishing /> : <Unreachable />}</I18nProvider>;
}
