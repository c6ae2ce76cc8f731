import { ButtonLink } from "@tidemark/kit-ui";
import { pathOfSite } from "../lib/place.ts";
import { useWords } from "../lib/words.ts";
import { WayOn } from "./not-found.tsx";
import { m } from "./shell-messages.ts";

/** An address that has its name and its place, and whose page is still to come. */
export function ComingSoon({ title }: { title: string }) {
  const t = useWords();
  return (
    <WayOn title={title} hint={t(m.comingSoon)}>
      <ButtonLink look="primary" size="lg" href={pathOfSite("/")}>
        {t(m.toMarkets)}
      </ButtonLink>
    </WayOn>
  );
}
