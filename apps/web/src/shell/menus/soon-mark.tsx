import { useTexts } from "../../lib/i18n/texts.ts";
import { isComing } from "./coming-rules.ts";
import { m } from "../shell-messages.ts";

/** Beside a link whose page is not built yet. */
export function SoonMark({ path }: { path: string | undefined }) {
  const t = useTexts();
  if (path === undefined || !isComing(path)) return null;
  return <span className="ms-1.5 rounded-tag bg-hover px-1 text-11 leading-4 font-normal text-muted">{t(m.soon)}</span>;
}
