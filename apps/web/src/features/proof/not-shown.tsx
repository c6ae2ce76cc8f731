import { useTexts } from "../../lib/i18n/texts.ts";
import { m, notShown } from "./proof-messages.ts";

/** What the published figures leave open, as large as the rest. */
export function NotShown() {
  const t = useTexts();
  return (
    <section className="pt-8">
      <h2 className="pb-3 text-16 font-semibold">{t(m.notShown)}</h2>
      <dl>
        {notShown.map(({ id, title, text }) => (
          <div
            key={id}
            className="grid gap-x-5 gap-y-0.5 border-t border-line py-3 text-13 w768:grid-cols-[200px_minmax(0,1fr)]"
          >
            <dt className="font-semibold">{t(title)}</dt>
            <dd className="max-w-[80ch] text-pretty text-muted">{t(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
