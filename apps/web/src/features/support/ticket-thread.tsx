import { type TicketMessage, ticketTextMax } from "@tidemark/contracts";
import { Avatar, Button, EmptyState, Note, Skeleton, Tag, TextArea } from "@tidemark/kit-ui";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight, MessageSquare } from "lucide-react";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { dateText } from "../../lib/format/number-text.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { textProblem } from "./support-form.ts";
import { m } from "./support-messages.ts";
import { supportKey, useTicket } from "./support-queries.ts";
import { TicketStateTag } from "./ticket-state.tsx";

function Written({ message: { by, text, at }, brand }: { message: TicketMessage; brand: string }) {
  const t = useTexts();
  const isSupport = by === "SUPPORT";
  const name = t(isSupport ? m.support : m.you);
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-3 gap-y-1" data-testid={`ticket-${by}`}>
      <Avatar name={isSupport ? brand : name} />
      <p className="flex flex-wrap items-center gap-x-2 text-13">
        <span className="font-medium">{name}</span>
        {isSupport && <Tag tone="brand">{brand}</Tag>}
        <time className="num text-12 text-muted">{dateText(at)}</time>
      </p>
      <p className="col-start-2 text-14 leading-6 break-words whitespace-pre-wrap" dir="auto">
        {text}
      </p>
    </li>
  );
}

function AnswerBox({ number, onSent }: { number: number; onSent: () => void }) {
  const t = useTexts();
  const [text, setText] = useState("");
  const problem = textProblem(text);
  const sending = useSubmit({
    isWhole: problem === undefined,
    doneText: t(m.answerSent),
    beside: ["TICKET_CLOSED"],
    onDone() {
      setText("");
      onSent();
    },
    onRefused: onSent,
  });
  const closing = useSubmit({ isWhole: true, onDone: onSent });
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <TextArea
        label={t(m.answer)}
        placeholder={t(m.answerHint)}
        value={text}
        onChange={setText}
        rows={4}
        problem={
          sending.messageFor("TICKET_CLOSED") ??
          (problem === "long" ? t(m.textLong, { allowed: ticketTextMax }) : undefined)
        }
        testId="ticket-answer"
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          look="ghost"
          isPending={closing.isPending}
          onPress={() => void closing.submit(() => client.call("closeTicket", { number }))}
          data-testid="ticket-close"
        >
          {t(m.solved)}
        </Button>
        <Button
          look="primary"
          isDisabled={problem !== undefined}
          isPending={sending.isPending}
          onPress={() =>
            void sending.submit((requestId) => client.call("writeTicket", { requestId, number, text }), text)
          }
          data-testid="ticket-send"
        >
          {t(m.send)}
        </Button>
      </div>
      <p className="text-12 text-muted">{t(m.warning)}</p>
    </div>
  );
}

export type TicketThreadProps = { number: number; version: string; brand: string };

/** One ticket: what was written, and the answer to it. */
export function TicketThread({ number, version, brand }: TicketThreadProps) {
  const t = useTexts();
  const queries = useQueryClient();
  const { data, isError } = useTicket(number, version);
  const refetch = () => void queries.invalidateQueries({ queryKey: supportKey });
  if (data === undefined)
    return isError ? (
      <EmptyState icon={<MessageSquare aria-hidden size={24} />} title={t(m.notFound)} hint={t(m.failed)} />
    ) : (
      <p className="py-6 text-13">
        <Skeleton>{t(m.lead)}</Skeleton>
      </p>
    );
  const { ticket, messages } = data;
  return (
    <>
      <p className="flex items-center gap-1.5 text-13 text-muted">
        <Link to="/personal/support" className="rounded-control hover:text-ink">
          {t(m.title)}
        </Link>
        <ChevronRight aria-hidden size={14} className="rtl:-scale-x-100" />
        <span className="num">S-{ticket.number}</span>
      </p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-28 leading-9 font-semibold tracking-[-0.025em] break-words max-w768:text-20 max-w768:leading-7">
          <bdi>{ticket.subject}</bdi>
        </h1>
        <span data-testid="ticket-state">
          <TicketStateTag state={ticket.state} />
        </span>
      </div>
      <p className="mt-2 flex flex-wrap gap-x-4 text-13 text-muted">
        <span>{t(m[ticket.topic])}</span>
        <span>{t(m.opened, { date: dateText(ticket.openedAt) })}</span>
      </p>
      <ul className="mt-4 grid gap-6 border-t border-line py-5">
        {messages.map((message, place) => (
          <Written key={`${message.at} ${place}`} message={message} brand={brand} />
        ))}
      </ul>
      {ticket.state === "CLOSED" ? <Note>{t(m.closedHint)}</Note> : <AnswerBox number={number} onSent={refetch} />}
    </>
  );
}
