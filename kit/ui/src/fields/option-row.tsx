import { Check } from "lucide-react";
import { ListBoxItem } from "react-aria-components/ListBox";
import { type Option, OptionFace } from "./option-face.tsx";

/** One row of a list that is chosen from. */
export function OptionRow({ option, isNumeric = false }: { option: Option; isNumeric?: boolean }) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.label}
      isDisabled={option.isDisabled ?? false}
      className="flex min-h-(--option-height) cursor-pointer items-center gap-2.5 rounded-control px-3 text-(length:--option-text) text-ink outline-none data-disabled:cursor-not-allowed data-disabled:text-muted data-focused:bg-hover"
    >
      {({ isSelected }) => (
        <>
          <OptionFace option={option} isNumeric={isNumeric} />
          <span className="ms-auto flex flex-none items-center gap-2 text-12 text-muted">
            {option.side}
            <Check aria-hidden size={14} strokeWidth={2.5} className={isSelected ? "text-brand" : "invisible"} />
          </span>
        </>
      )}
    </ListBoxItem>
  );
}
