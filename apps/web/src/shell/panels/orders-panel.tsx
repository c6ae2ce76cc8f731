import { useTexts } from "../../lib/i18n/texts.ts";
import type { PanelProps } from "../loading/lazy-popup.tsx";
import { MenuIcon } from "../menus/menu-icon.tsx";
import { ComingSoonTag } from "../menus/coming-soon-tag.tsx";
import { hrefOf, PageLink, useCurrentPath } from "../page-link.tsx";
import { m } from "../shell-messages.ts";
import { useEntryTexts, useMenu } from "../menus/use-menu.ts";
import { Panel } from "./panel.tsx";

/** Orders by product, and of each product by their kind. */
export function OrdersPanel({ trigger, close }: PanelProps) {
  const t = useTexts();
  const textOf = useEntryTexts();
  const groups = useMenu("orders");
  const { path, search } = useCurrentPath();
  return (
    <Panel
      trigger={trigger}
      close={close}
      label={t(m.orders)}
      placement="bottom"
      className="w768:w-110"
      testId="orders"
    >
      <div className="grid gap-x-2 gap-y-3 p-3 w768:grid-cols-2">
        {groups.map((group) => (
          <section key={group.id} aria-label={textOf(group, "orders")}>
            <h2 className="px-3 py-1.5 text-12 text-muted">
              {textOf(group, "orders")}
              {/* The lists of a group are pages of one kind: one mark is enough for all of them. */}
              <ComingSoonTag path={group.entries?.[0]?.path} />
            </h2>
            <ul>
              {group.entries?.map((entry) => (
                <li key={entry.id}>
                  <PageLink
                    href={hrefOf(entry.path ?? "/")}
                    onClick={close}
                    aria-current={entry.path === path + search ? "page" : undefined}
                    className="flex min-h-9 items-center gap-2.5 rounded-control px-3 text-13 transition-colors hover:bg-hover aria-[current=page]:text-brand max-w768:min-h-11"
                  >
                    <MenuIcon id={entry.id} />
                    {textOf(entry, "orders")}
                  </PageLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  );
}
