import { ticketSubjectMax, ticketTextMax, ticketTopics } from "@tidemark/contracts";
import type { AnswerOf } from "@tidemark/kit-client";
import { Note, Select, TextArea, TextField } from "@tidemark/kit-ui";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { emptyForm, hasSubject, isWhole, subjectMin, type TicketForm, textProblem } from "./support-form.ts";
import { m } from "./support-messages.ts";

export type NewTicketProps = { onDone: (number: number) => void; onClose: () => void };

export function NewTicket({ onDone, onClose }: NewTicketProps) {
  const t = useTexts();
  const [form, setForm] = useState<TicketForm>(emptyForm);
  const change = (part: Partial<TicketForm>) => setForm({ ...form, ...part });
  const submission = useSubmit<AnswerOf<"openTicket">>({
    isWhole: isWhole(form),
    doneText: t(m.sent),
    onDone: ({ number }) => onDone(number),
  });
  const { showsProblems } = submission;
  const problem = textProblem(form.text);
  return (
    <FormDialog
      title={t(m.newTicket)}
      size="wide"
      submitLabel={t(m.send)}
      isPending={submission.isPending}
      onSubmit={() => void submission.submit((requestId) => client.call("openTicket", { requestId, ...form }), form)}
      onClose={onClose}
      testId="ticket-new"
    >
      <Select
        size="form"
        label={t(m.topic)}
        items={ticketTopics.map((id) => ({ id, label: t(m[id]) }))}
        selected={form.topic}
        onSelect={(topic) => change({ topic })}
        testId="ticket-topic"
      />
      <TextField
        label={t(m.subject)}
        value={form.subject}
        onChange={(subject) => change({ subject })}
        maxLength={ticketSubjectMax}
        problem={showsProblems && !hasSubject(form.subject) ? t(m.subjectNeeded, { needed: subjectMin }) : undefined}
        testId="ticket-subject"
      />
      <TextArea
        label={t(m.text)}
        value={form.text}
        onChange={(text) => change({ text })}
        rows={6}
        problem={
          showsProblems && problem !== undefined
            ? t(problem === "missing" ? m.textNeeded : m.textLong, { allowed: ticketTextMax })
            : undefined
        }
        testId="ticket-text"
      />
      <Note tone="info">{t(m.warning)}</Note>
    </FormDialog>
  );
}
