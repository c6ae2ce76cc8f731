import { Menu, type MenuEntry, Tag } from "@tidemark/kit-ui";
import { ArrowDown, ArrowUp, Check, ListPlus } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { Market } from "../../lib/markets/market.ts";
import type { WatchList } from "../../lib/markets/watch-lists.ts";
import { m } from "./overview-messages.ts";

export type RowListsProps = {
  market: Market;
  lists: readonly WatchList[];
  onTurn: (listId: string, symbol: string) => void;
  /** Given while a list is shown in its own order. */
  onMove: ((symbol: string, by: -1 | 1) => void) | undefined;
};

type ListsMenuProps = RowListsProps & { face: ReactNode; faceClassName: string; testId?: string };

/** The menu that changes which lists a market is in, and its place in the one that is shown. */
export function ListsMenu({ market, lists, onTurn, onMove, face, faceClassName, testId }: ListsMenuProps) {
  const t = useTexts();
  const entries: (MenuEntry | "line")[] = lists.map(({ id, name, symbols }) => ({
    id,
    label: name,
    icon: <Check aria-hidden size={16} className={symbols.includes(market.symbol) ? "text-brand" : "invisible"} />,
    onAction: () => onTurn(id, market.symbol),
  }));
  if (onMove !== undefined)
    entries.push(
      "line",
      { id: "up", label: t(m.moveUp), icon: <ArrowUp size={16} />, onAction: () => onMove(market.symbol, -1) },
      { id: "down", label: t(m.moveDown), icon: <ArrowDown size={16} />, onAction: () => onMove(market.symbol, 1) },
    );
  return (
    <Menu
      label={t(m.listsOf, { pair: market.title })}
      face={face}
      faceClassName={faceClassName}
      placement="bottom start"
      entries={entries}
      {...(testId === undefined ? {} : { testId })}
    />
  );
}

/** The lists that a market is in, and their menu. */
export function RowLists(props: RowListsProps) {
  const { market, lists } = props;
  // The star says whether it is among the favourites, which are the first list.
  const named = lists.slice(1).filter(({ symbols }) => symbols.includes(market.symbol));
  return (
    <span className="flex items-center gap-1.5">
      <ListsMenu
        {...props}
        face={<ListPlus aria-hidden size={16} />}
        faceClassName="grid size-8 flex-none place-items-center rounded-control text-muted hover:bg-hover hover:text-ink"
      />
      <span className="flex min-w-0 gap-1 overflow-hidden">
        {named.map(({ id, name }) => (
          <Tag key={id}>{name}</Tag>
        ))}
      </span>
    </span>
  );
}
