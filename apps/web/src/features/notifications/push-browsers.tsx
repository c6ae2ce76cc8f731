import { Button } from "@tidemark/kit-ui";
import { dateText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./notifications-messages.ts";
import { type PushBrowser, usePush } from "./use-push.ts";

type RowProps = { browser: PushBrowser; isPending: boolean; onOff: () => void };

function BrowserRow({ browser, isPending, onOff }: RowProps) {
  const t = useTexts();
  return (
    <li
      className="flex min-h-13 items-center justify-between gap-4 border-t border-line py-2"
      data-testid="push-browser"
    >
      <span className="min-w-0 text-13">
        <span className="font-medium">{browser.device === "" ? t(m.pushUnknownDevice) : browser.device}</span>{" "}
        <span className="text-12 text-muted">
          {browser.isHere ? t(m.pushHere) : t(m.pushSince, { date: dateText(browser.madeAt) })}
        </span>
      </span>
      <Button size="sm" look="quiet" isDisabled={isPending} onPress={onOff} data-testid="push-off">
        {t(m.pushOff)}
      </Button>
    </li>
  );
}

/** Where push arrives: the browsers of the trader, this one first to be turned on. */
export function PushBrowsers() {
  const t = useTexts();
  const push = usePush();
  if (!push.isOffered) return null;
  return (
    <section className="mt-8" data-testid="push">
      <h2 className="text-16 leading-6 font-semibold">{t(m.pushTitle)}</h2>
      <p className="mt-1 mb-4 max-w-[64ch] text-13 text-pretty text-muted">{t(m.pushLead)}</p>
      <ul className="border-b border-line">
        {push.browsers?.map((browser) => (
          <BrowserRow
            key={browser.endpoint}
            browser={browser}
            isPending={push.isPending}
            onOff={() => push.turnOff(browser)}
          />
        ))}
        {push.browsers?.length === 0 && (
          <li className="border-t border-line py-4 text-13 text-muted">{t(m.pushNone)}</li>
        )}
      </ul>
      {!push.isOnHere && push.state === "ready" && (
        <Button
          size="sm"
          look="quiet"
          className="mt-4"
          isDisabled={push.isPending}
          onPress={push.turnOn}
          data-testid="push-on"
        >
          {t(m.pushOn)}
        </Button>
      )}
      {push.state !== "ready" && (
        <p className="mt-4 max-w-[64ch] text-13 text-pretty text-muted" data-testid="push-state">
          {t(push.state === "blocked" ? m.pushBlocked : m.pushUnsupported)}
        </p>
      )}
    </section>
  );
}
