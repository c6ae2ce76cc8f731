import { useTexts } from "../../lib/i18n/texts.ts";
import { isComing } from "./coming-rules.ts";
import { m } from "../shell-messages.ts";

export type ComingSoonTagProps = {
  path: string | undefined;
  /** In the bar, where a word beside every entry would push others out. */
  isDot?: boolean;
};

/** Beside a link whose page is not built yet. */
export function ComingSoonTag({ path, isDot = false }: ComingSoonTagProps) {
  const t = useTexts();
  if (path === undefined || !isComing(path)) return null;
  if (isDot)
    return (
      <span title={t(m.soon)} className="-ms-0.5 mt-2 size-1 self-start rounded-full bg-faint">
        <span className="sr-only">{t(m.soon)}</span>
      </span>
    );
  return <span className="ms-1.5 rounded-tag bg-hover px-1 text-11 leading-4 font-normal text-muted">{t(m.soon)}</span>;
}
