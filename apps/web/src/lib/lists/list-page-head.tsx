import { Button } from "@tidemark/kit-ui";
import { Plus } from "lucide-react";

type ListPageHeadProps = { title: string; lead: string; addLabel: string; onAdd: () => void; testId: string };

/** The head of a page with a list of the user's own things, and the button that makes a new one. */
export function ListPageHead({ title, lead, addLabel, onAdd, testId }: ListPageHeadProps) {
  return (
    <div className="flex items-start justify-between gap-x-6 gap-y-4 max-w768:flex-col">
      <div className="grid gap-2">
        <h1 className="text-28 leading-9 font-semibold tracking-[-0.025em] max-w768:text-20">{title}</h1>
        <p className="max-w-[60ch] text-14 text-pretty text-muted">{lead}</p>
      </div>
      <Button look="primary" onPress={onAdd} data-testid={testId}>
        <Plus aria-hidden size={16} />
        {addLabel}
      </Button>
    </div>
  );
}
