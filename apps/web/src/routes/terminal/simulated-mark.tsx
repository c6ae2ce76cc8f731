import { isSimulatedPage } from "../../lib/client/page-hosts.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./terminal-messages.ts";

/** The watermark over the plot of a simulated market. */
export function SimulatedMark() {
  const t = useTexts();
  if (!isSimulatedPage) return null;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-0 grid place-items-center overflow-hidden"
      data-testid="simulated-mark"
    >
      <span className="-rotate-14 text-40 font-semibold tracking-[0.02em] text-brand opacity-10 select-none w768:text-56">
        {t(m.simulated)}
      </span>
    </div>
  );
}
