import { Dialog, Note } from "@tidemark/kit-ui";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { useTradingSettings } from "../../../session/trading-settings.ts";
import { hotkeyGroups } from "./hotkey-table.ts";
import { m } from "./hotkeys-messages.ts";

/** All hotkeys of the terminal, as its table has them. */
export function HotkeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const { hasHotkeys } = useTradingSettings();
  return (
    <Dialog title={t(m.title)} closeLabel={t(m.closeDialog)} onClose={onClose} size="wide" testId="hotkeys">
      {!hasHotkeys && <Note tone="warn">{t(m.isOff)}</Note>}
      {hotkeyGroups.map(({ title, keys }) => (
        <section key={title} aria-label={t(m[title])} className="grid gap-1">
          <h3 className="text-12 text-muted">{t(m[title])}</h3>
          <dl className="divide-y divide-line text-13">
            {keys.map(({ act, key }) => (
              <div key={act} className="flex min-h-9 items-center justify-between gap-3" data-testid={`hotkey-${act}`}>
                <dt>{t(m[act])}</dt>
                <dd>
                  <kbd className="num inline-grid min-w-6 place-items-center rounded-control bg-field px-1.5 py-0.5 text-12 ring-1 ring-line-strong ring-inset">
                    {key.toUpperCase()}
                  </kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="text-12 text-muted">{t(m.hint)}</p>
    </Dialog>
  );
}
