import { X } from "lucide-react";
import { appConfig } from "../../lib/config/app-config.ts";
import { useStored } from "../../lib/storage/choices.ts";
import { site } from "../../lib/client/page-hosts.ts";
import { stored } from "../../lib/storage/storage.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m as own } from "./korea-messages.ts";
import { m } from "../shell-messages.ts";

const isClosed = stored<boolean>("koreaNoticeClosed", false, { area: "session" });

/** Points visitors from Korea to the Korean site. At the bottom of the window, so that nothing moves when it appears. */
export function KoreaNotice() {
  const t = useTexts();
  const hasClosed = useStored(isClosed);
  const korea = appConfig().project.sites.find(({ siteId }) => siteId === "KO");
  if (hasClosed || korea === undefined) return null;
  const isHere = site.siteId === "KO";
  return (
    <aside
      aria-label={t(m.notifications)}
      data-testid="korea-notice"
      className="fixed inset-x-0 bottom-0 z-nav flex items-center justify-center gap-3 border-t border-line bg-raised px-(--gutter) py-2 text-13"
    >
      <p>
        {t(isHere ? own.koreaHere : own.koreaNotice)}{" "}
        {!isHere && (
          <a href={korea.path} className="rounded-control font-medium text-brand underline-offset-3 hover:underline">
            {t(own.toKorea)}
          </a>
        )}
      </p>
      <button
        type="button"
        aria-label={t(own.close)}
        onClick={() => isClosed.set(true)}
        className="grid size-8 flex-none place-items-center rounded-control text-muted hover:bg-hover hover:text-ink"
      >
        <X aria-hidden size={16} />
      </button>
    </aside>
  );
}
