import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "../theme/class-names.ts";
import { lazyPopup } from "../layers/lazy-popup.tsx";
import type { ComboListProps } from "./combo-list.tsx";
import { describedBy, fieldBoxClassName, FieldFrame, type FieldNotes } from "./field-frame.tsx";
import { type Option, OptionFace } from "./option-face.tsx";
import type { SelectListProps } from "./select-list.tsx";

export type SelectProps<Id extends string> = Pick<
  FieldNotes,
  "label" | "isLabelHidden" | "action" | "hint" | "problem"
> & {
  items: readonly Option<Id>[];
  /** Absent while nothing is chosen: the placeholder is shown. */
  selected: Id | undefined;
  onSelect: (id: Id) => void;
  /** `inline` is a text with an arrow; `field` is as wide and high as an input; `form` has its label above, as fields of pages do. */
  size?: "inline" | "field" | "form";
  placeholder?: string;
  numeric?: boolean;
  /** As a unit behind a number: muted. */
  isQuiet?: boolean;
  isDisabled?: boolean;
  className?: string;
  testId?: string;
};

const List = lazyPopup<SelectListProps>(async () => (await import("./select-list.tsx")).SelectList);
const SearchedList = lazyPopup<ComboListProps>(async () => (await import("./combo-list.tsx")).ComboList);

/** One of a list. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  return <Framed {...props}>{(shared) => <List {...shared} />}</Framed>;
}

export type ComboBoxProps<Id extends string> = SelectProps<Id> & {
  /** Label of the search field, and its placeholder. */
  searchLabel: string;
  /** When nothing matches. */
  emptyLabel: string;
};

/** One of a long list, found by typing: a coin, a country. Labels and details given as text are searched. */
export function ComboBox<Id extends string>({ searchLabel, emptyLabel, ...props }: ComboBoxProps<Id>) {
  return (
    <Framed {...props}>
      {(shared) => <SearchedList {...shared} searchLabel={searchLabel} emptyLabel={emptyLabel} />}
    </Framed>
  );
}

function Framed<Id extends string>(props: SelectProps<Id> & { children: (shared: SelectListProps) => ReactNode }) {
  const {
    label,
    items,
    selected,
    onSelect,
    size = "inline",
    placeholder = "",
    numeric = false,
    isQuiet = false,
  } = props;
  const { isDisabled = false, className, testId, action, hint, problem, children } = props;
  const id = useId();
  const chosen = items.find((item) => item.id === selected);
  const buttonText = chosen?.label ?? placeholder;
  const shared: SelectListProps = {
    label,
    options: items,
    selected,
    onSelect: (chosenId) => {
      const item = items.find((known) => known.id === chosenId);
      if (item !== undefined) onSelect(item.id);
    },
    isNumeric: numeric,
    isDisabled,
    testId,
    // A button can be described but not be invalid: the problem is part of its description.
    noteId: size === "form" ? describedBy(id, { hint, problem })["aria-describedby"] : undefined,
    buttonLabel: `${label}: ${buttonText}`,
    buttonClassName: classNames(
      "whitespace-nowrap transition-colors",
      size === "inline" &&
        "inline-flex h-6 items-center gap-1 rounded-control px-1.5 font-medium data-hovered:bg-hover",
      size === "field" &&
        "inline-flex h-(--field-height) w-full items-center justify-between gap-1 rounded-control bg-field px-2.5 ring-inset data-hovered:ring-1 data-hovered:ring-line-strong",
      size === "form" &&
        `${fieldBoxClassName(problem, isDisabled)} w-full justify-between text-start text-(length:--field-text) data-hovered:bg-hover`,
      isQuiet && "font-normal! text-muted",
    ),
    face: (
      <>
        {chosen === undefined ? (
          <span className="truncate text-muted">{placeholder}</span>
        ) : size === "form" ? (
          <OptionFace option={chosen} isNumeric={numeric} />
        ) : (
          <span className={classNames("truncate", numeric && "num")}>{buttonText}</span>
        )}
        <ChevronDown aria-hidden size={size === "form" ? 16 : 12} strokeWidth={2} className="flex-none text-muted" />
      </>
    ),
  };
  if (size !== "form") return <span className={classNames("inline-flex min-w-0", className)}>{children(shared)}</span>;
  return (
    <FieldFrame
      id={id}
      isLabelRead
      isLabelHidden={props.isLabelHidden ?? false}
      label={label}
      hint={hint}
      problem={problem}
      className={className}
      {...(action === undefined ? {} : { action })}
    >
      {children(shared)}
    </FieldFrame>
  );
}
