import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Link } from "react-aria-components/Link";

/** Class names of a row of a menu, panel or drawer, for other elements: a link of the router. */
export const itemRowClassName: string =
  "flex w-full min-h-(--option-height) cursor-pointer items-center gap-3 px-4 py-1.5 text-start text-(length:--option-text) text-ink transition-colors focus-visible:-outline-offset-2 hover:bg-hover data-focused:bg-hover data-disabled:cursor-not-allowed data-disabled:text-muted aria-[current=page]:text-brand";

export type ItemRowProps = {
  icon?: ReactNode;
  /** At the end of the row: a count, a tag, the present choice. */
  side?: ReactNode;
  href?: string;
  onPress?: () => void;
  testId?: string;
  children: ReactNode;
};

/** One row of a panel or drawer: a link or an action. A menu builds its own rows from its entries. */
export function ItemRow({ icon, side, href, onPress, testId, children }: ItemRowProps) {
  const content = (
    <>
      {icon !== undefined && <span className="flex-none text-muted">{icon}</span>}
      <span className="min-w-0 flex-1">{children}</span>
      {side !== undefined && <span className="flex-none text-12 text-muted">{side}</span>}
    </>
  );
  const shared = {
    className: itemRowClassName,
    ...(testId === undefined ? {} : { "data-testid": testId }),
    ...(onPress === undefined ? {} : { onPress }),
  };
  if (href === undefined) return <Button {...shared}>{content}</Button>;
  return (
    <Link href={href} {...shared}>
      {content}
    </Link>
  );
}
