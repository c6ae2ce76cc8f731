import { TextField } from "@tidemark/kit-ui";
import { useState } from "react";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { watchListNameMax } from "../../lib/markets/watch-lists.ts";
import { m } from "./overview-messages.ts";

export type ListNameDialogProps = {
  title: string;
  submitLabel: string;
  /** The name as it is. */
  name: string;
  onSubmit: (name: string) => void;
  onClose: () => void;
};

/** The name of a new list, or another name of one. */
export function ListNameDialog({ title, submitLabel, name, onSubmit, onClose }: ListNameDialogProps) {
  const t = useTexts();
  const [text, setText] = useState(name);
  const [isAsked, setIsAsked] = useState(false);
  const trimmed = text.trim();
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isPending={false}
      onSubmit={() => {
        setIsAsked(true);
        if (trimmed !== "") onSubmit(trimmed);
      }}
      onClose={onClose}
      testId="list-name"
    >
      <TextField
        label={t(m.listName)}
        value={text}
        onChange={setText}
        maxLength={watchListNameMax}
        problem={isAsked && trimmed === "" ? t(m.nameRule) : undefined}
        testId="list-name-text"
      />
    </FormDialog>
  );
}
