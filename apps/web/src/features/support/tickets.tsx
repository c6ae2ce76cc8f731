import type { TicketRow } from "@tidemark/contracts";
import { EmptyState, Skeleton } from "@tidemark/kit-ui";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessageSquare } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { dateText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { ListPageHead } from "../../lib/lists/list-page-head.tsx";
import { m } from "./support-messages.ts";
import { supportKey, useTickets } from "./support-queries.ts";
import { TicketStateTag } from "./ticket-state.tsx";

const NewTicket = lazy(async () => ({ default: (await import("./new-ticket.tsx")).NewTicket }));

function TicketItem({ ticket }: { ticket: TicketRow }) {
  const t = useTexts();
  return (
    <li className="border-b border-line" data-testid="ticket-row">
      <Link
        to="/personal/support/$number"
        params={{ number: String(ticket.number) }}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 rounded-control py-3.5 hover:bg-hover"
      >
        <span className="min-w-0">
          <span className="block text-14 leading-5 font-medium break-words">
            <bdi>{ticket.subject}</bdi>
          </span>
          <span className="block text-12 leading-5 text-muted">
            <span className="num">S-{ticket.number}</span> · {t(m[ticket.topic])} ·{" "}
            {t(m.changed, { date: dateText(ticket.changedAt) })}
          </span>
        </span>
        <TicketStateTag state={ticket.state} />
      </Link>
    </li>
  );
}

export type TicketsProps = { version: string; onOpened: (number: number) => void };

/** The user's tickets to support, and a new one. */
export function Tickets({ version, onOpened }: TicketsProps) {
  const t = useTexts();
  const queries = useQueryClient();
  const [isNew, setIsNew] = useState(false);
  const { data, isError } = useTickets(version);
  return (
    <>
      <ListPageHead
        title={t(m.title)}
        lead={t(m.lead)}
        addLabel={t(m.newTicket)}
        onAdd={() => setIsNew(true)}
        testId="ticket-open"
      />
      <section className="mt-6">
        {data === undefined ? (
          <p className="py-6 text-13">{isError ? t(m.failed) : <Skeleton>{t(m.emptyHint)}</Skeleton>}</p>
        ) : data.list.length === 0 ? (
          <EmptyState icon={<MessageSquare aria-hidden size={24} />} title={t(m.emptyTitle)} hint={t(m.emptyHint)} />
        ) : (
          <ul className="border-t border-line">
            {data.list.map((ticket) => (
              <TicketItem key={ticket.number} ticket={ticket} />
            ))}
          </ul>
        )}
      </section>
      {isNew && (
        <Suspense>
          <NewTicket
            onDone={(number) => {
              void queries.invalidateQueries({ queryKey: supportKey });
              onOpened(number);
            }}
            onClose={() => setIsNew(false)}
          />
        </Suspense>
      )}
    </>
  );
}
