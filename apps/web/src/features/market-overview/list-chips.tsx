import { classNames, Menu } from "@tidemark/kit-ui";
import { Ellipsis, FolderPlus, Star } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { WatchList } from "../../lib/markets/watch-lists.ts";
import { m } from "./overview-messages.ts";

const ListNameDialog = lazy(async () => ({ default: (await import("./list-name-dialog.tsx")).ListNameDialog }));

export type ListChipsProps = {
  /** The first are the favourites, which keep their name and stay. */
  lists: readonly WatchList[];
  selected: string;
  canAdd: boolean;
  onSelect: (id: string) => void;
  onAdd: (name: string) => void;
  onRename: (id: string, name: string) => void;
  onRemove: (id: string) => void;
};

const chipClass =
  "inline-flex h-8 flex-none items-center gap-1.5 rounded-full px-3.5 text-13 font-medium whitespace-nowrap ring-1 ring-inset transition-colors pointer-coarse:h-10";

/** The watch lists as chips, with what can be done to the one that is open. */
export function ListChips(props: ListChipsProps) {
  const { lists, selected, canAdd, onSelect, onAdd, onRename, onRemove } = props;
  const t = useTexts();
  const [asks, setAsks] = useState<"new" | "rename">();
  const open = lists.find(({ id }) => id === selected);
  const isOwn = open !== undefined && open !== lists[0];
  return (
    <div className="flex min-w-0 items-center gap-2 overflow-x-auto py-0.5 [scrollbar-width:none]">
      {lists.map(({ id, name, symbols }, index) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === selected}
          onClick={() => onSelect(id)}
          className={classNames(
            chipClass,
            id === selected ? "bg-brand-soft ring-brand" : "text-muted ring-line-strong hover:text-ink",
          )}
        >
          {index === 0 && <Star aria-hidden size={14} />}
          {name}
          <span className="num text-12 font-normal text-muted">{symbols.length}</span>
        </button>
      ))}
      {isOwn && (
        <Menu
          label={t(m.listMenu, { name: open.name })}
          face={<Ellipsis aria-hidden size={16} />}
          faceClassName="grid size-8 flex-none place-items-center rounded-control text-muted hover:bg-hover hover:text-ink"
          placement="bottom start"
          entries={[
            { id: "rename", label: t(m.rename), onAction: () => setAsks("rename") },
            { id: "remove", label: t(m.removeList), onAction: () => onRemove(open.id) },
          ]}
        />
      )}
      {canAdd && (
        <button
          type="button"
          data-testid="list-new"
          onClick={() => setAsks("new")}
          className={classNames(chipClass, "text-muted ring-line-strong hover:text-ink")}
        >
          <FolderPlus aria-hidden size={14} />
          {t(m.newList)}
        </button>
      )}
      {asks !== undefined && (
        <Suspense>
          <ListNameDialog
            title={t(asks === "new" ? m.newList : m.rename)}
            submitLabel={t(asks === "new" ? m.create : m.rename)}
            name={asks === "new" ? "" : (open?.name ?? "")}
            onSubmit={(name) => {
              if (asks === "new") onAdd(name);
              else onRename(selected, name);
              setAsks(undefined);
            }}
            onClose={() => setAsks(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
