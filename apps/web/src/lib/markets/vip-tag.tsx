import { Tag } from "@tidemark/kit-ui";
import { useTexts } from "../i18n/texts.ts";
import { m } from "./vip-tag-messages.ts";

/** The level that a rate beside it belongs to; nothing at level 0, whose rates are everybody's. */
export function VipTag({ level }: { level: number | undefined }) {
  const t = useTexts();
  if (level === undefined || level === 0) return null;
  return (
    <Tag tone="brand">
      <span className="num">{t(m.vip, { level: String(level) })}</span>
    </Tag>
  );
}
