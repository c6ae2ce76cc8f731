import { ScrolledPage } from "../../lib/scrolled-page.tsx";
import { useTexts } from "../../lib/texts.ts";
import { Invites } from "./invites.tsx";
import { m } from "./growth-messages.ts";
import { VipLevels } from "./vip-levels.tsx";

/** How many users come by others, what that costs, and who trades much. */
export function GrowthPage() {
  const t = useTexts();
  return (
    <ScrolledPage
      label={t(m.label)}
      className="grid content-start items-start gap-6 w1200:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]"
    >
      <section className="grid min-w-0 gap-5" aria-label={t(m.invites)}>
        <Invites />
      </section>
      <section className="grid min-w-0 gap-5" aria-label={t(m.vip)}>
        <VipLevels />
      </section>
    </ScrolledPage>
  );
}
