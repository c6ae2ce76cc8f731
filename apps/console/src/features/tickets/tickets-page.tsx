import type { TicketCase } from "@tidemark/contracts";
import { EmptyState, toast } from "@tidemark/kit-ui";
import { useMutation } from "@tanstack/react-query";
import { MessageSquare } from "lucide-react";
import { act } from "../../lib/act.ts";
import { PageLoading } from "../../lib/page-loading.tsx";
import { QueueRow } from "../../lib/queue-row.tsx";
import { useTexts } from "../../lib/texts.ts";
import { waitingTimeText } from "../../lib/waiting-time.ts";
import { useQueue } from "../../session/queue.ts";
import { m } from "./ticket-messages.ts";
import { type Answer, TicketView } from "./ticket-view.tsx";

type QueueProps = { list: readonly TicketCase[]; selected: number; onSelect: (number: number) => void };

function Queue({ list, selected, onSelect }: QueueProps) {
  const t = useTexts();
  return (
    <ul aria-label={t(m.label)} className="overflow-auto border-e border-line">
      {list.map(({ number, subject, topic, changedAt }) => (
        <QueueRow key={number} isSelected={number === selected} onSelect={() => onSelect(number)} testId="ticket-row">
          <b className="truncate font-semibold" dir="auto">
            {subject}
          </b>
          <span className="num text-12 text-muted">{waitingTimeText(t, changedAt)}</span>
          <span className="text-12 text-muted">
            <span className="num">S-{number}</span> · {t(m[topic])}
          </span>
        </QueueRow>
      ))}
    </ul>
  );
}

/** Tickets that wait for support, the oldest first; J and K move through them. */
export function TicketsPage() {
  const t = useTexts();
  const { list, shown, select, isPending, problem, readAgain, onProblem } = useQueue(
    "ticketQueue",
    ({ number }) => number,
  );
  const answering = useMutation({
    mutationFn: ({ number, ...answer }: Answer & { readonly number: number }) =>
      act("answerTicket", { number, ...answer }),
    onSuccess: (_, { number }) => toast.success(t(m.sent, { number })),
    onError: onProblem,
    onSettled: readAgain,
  });
  if (isPending) return <PageLoading />;
  if (shown === undefined)
    return <EmptyState icon={<MessageSquare size={24} />} title={problem ?? t(m.none)} hint={t(m.noneHint)} />;
  return (
    <div className="grid h-full grid-cols-[minmax(220px,300px)_minmax(0,1fr)]">
      <Queue list={list} selected={shown.number} onSelect={select} />
      <TicketView
        key={shown.number}
        one={shown}
        isPending={answering.isPending}
        onAnswer={(answer) => answering.mutate({ number: shown.number, ...answer })}
      />
    </div>
  );
}
