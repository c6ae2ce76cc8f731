import { type TicketCase, type TicketMessage, ticketTextMax } from "@tidemark/contracts";
import { Button, classNames, TextArea } from "@tidemark/kit-ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf } from "../../lib/client.ts";
import { useTexts } from "../../lib/texts.ts";
import { dayText, timeText } from "../../lib/time.ts";
import { m } from "./ticket-messages.ts";

export type Answer = { readonly text: string; readonly isClosed: boolean; readonly requestId: string };

function Written({ message: { by, text, at }, uid }: { message: TicketMessage; uid: number }) {
  const t = useTexts();
  const isSupport = by === "SUPPORT";
  return (
    <li className={classNames("grid gap-1 border-s-2 ps-3", isSupport ? "border-brand" : "border-line-strong")}>
      <p className="flex gap-2 text-12">
        <b className="font-semibold">{isSupport ? t(m.support) : t(m.user, { uid })}</b>
        <time className="num text-muted">{`${dayText(at)} ${timeText(at)}`}</time>
      </p>
      <p className="leading-5 break-words whitespace-pre-wrap" dir="auto" data-testid={`written-${by}`}>
        {text}
      </p>
    </li>
  );
}

type Props = { one: TicketCase; isPending: boolean; onAnswer: (answer: Answer) => void };

/** What was written so far, and the answer. Its key stays while the text is the same, so that it is sent once. */
export function TicketView({ one, isPending, onAnswer }: Props) {
  const t = useTexts();
  const { number, uid, changedAt } = one;
  const [text, setText] = useState("");
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const { data } = useQuery({
    queryKey: ["ticket", number, changedAt],
    queryFn: () => answerOf("readTicket", { number }),
  });
  const isWhole = text.trim() !== "" && text.trim().length <= ticketTextMax;
  const send = (isClosed: boolean) => onAnswer({ text, isClosed, requestId });
  return (
    <section className="flex min-h-0 flex-col gap-4 overflow-auto p-5" data-testid="ticket-view">
      <header className="grid gap-1">
        <h2 className="text-16 font-semibold break-words" dir="auto">
          {one.subject}
        </h2>
        <p className="text-12 text-muted">
          <span className="num">{`S-${number} · ${t(m.user, { uid })}`}</span> · {t(m[one.topic])}
        </p>
      </header>
      {data === undefined ? (
        <p aria-busy className="text-muted">
          {t(m.loading)}
        </p>
      ) : (
        <ul className="grid max-w-[72ch] gap-4">
          {data.messages.map((message, place) => (
            <Written key={`${message.at} ${place}`} message={message} uid={uid} />
          ))}
        </ul>
      )}
      <div className="grid max-w-[72ch] gap-3">
        <TextArea
          label={t(m.answer)}
          hint={t(m.answerHint)}
          value={text}
          onChange={(next) => {
            setText(next);
            setRequestId(crypto.randomUUID());
          }}
          rows={5}
          testId="answer-text"
        />
        <div className="flex justify-end gap-2">
          <Button
            look="ghost"
            size="sm"
            isDisabled={!isWhole || isPending}
            onPress={() => send(true)}
            data-testid="answer-close"
          >
            {t(m.sendAndClose)}
          </Button>
          <Button
            look="primary"
            size="sm"
            isDisabled={!isWhole}
            isPending={isPending}
            onPress={() => send(false)}
            data-testid="answer-send"
          >
            {t(m.send)}
          </Button>
        </div>
      </div>
    </section>
  );
}
