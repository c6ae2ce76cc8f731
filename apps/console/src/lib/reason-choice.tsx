import { Dialog } from "@tidemark/kit-ui";
import { useEffect } from "react";

type Reason<Id> = { readonly id: Id; readonly title: string; readonly hint?: string };
type Props<Id> = {
  title: string;
  closeLabel: string;
  reasons: readonly Reason<Id>[];
  onChoose: (id: Id) => void;
  onClose: () => void;
};

/** Why something is refused: one press, or the key of its number. */
export function ReasonChoice<Id extends string>({ title, closeLabel, reasons, onChoose, onClose }: Props<Id>) {
  useEffect(() => {
    function press({ key }: KeyboardEvent): void {
      const chosen = /^[1-9]$/.test(key) ? reasons[Number(key) - 1] : undefined;
      if (chosen !== undefined) onChoose(chosen.id);
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  return (
    <Dialog title={title} closeLabel={closeLabel} size="wide" onClose={onClose} testId="reasons">
      <ul className="grid gap-1 pb-2">
        {reasons.map(({ id, title: words, hint }, place) => (
          <li key={id}>
            <button
              type="button"
              data-testid={`reason-${id}`}
              className="grid w-full cursor-pointer grid-cols-[24px_minmax(0,1fr)] gap-2 rounded-control p-2 text-start hover:bg-hover"
              onClick={() => onChoose(id)}
            >
              <kbd className="num grid size-5 place-items-center rounded-tag bg-hover font-mono text-12">
                {place + 1}
              </kbd>
              <span className="grid gap-0.5">
                <span className="text-13 font-medium">{words}</span>
                {hint !== undefined && <span className="text-12 text-muted">{hint}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
