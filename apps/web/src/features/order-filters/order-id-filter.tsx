import { classNames } from "@tidemark/kit-ui";
import { Search } from "lucide-react";
import { useState } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./order-filters-messages.ts";

type OrderIdFilterProps = { id: number | undefined; onChange: (id: number | undefined) => void };

const digitsMax = 14;

/** Enter looks for the number; an empty field shows all again. */
export function OrderIdFilter({ id, onChange }: OrderIdFilterProps) {
  const t = useTexts();
  const [text, setText] = useState(id === undefined ? "" : String(id));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text === "" ? undefined : Number(text));
      }}
      className={classNames(
        "flex h-8 items-center gap-1.5 rounded-control bg-field px-2.5 ring-inset has-[input:focus]:ring-1 has-[input:focus]:ring-brand",
        id !== undefined && "ring-1 ring-brand",
      )}
    >
      <Search aria-hidden size={14} className="text-muted" />
      <input
        type="search"
        inputMode="numeric"
        aria-label={t(m.orderId)}
        placeholder={t(m.orderId)}
        maxLength={digitsMax}
        value={text}
        onChange={(event) => {
          const typed = event.target.value.replaceAll(/\D/g, "");
          setText(typed);
          if (typed === "" && id !== undefined) onChange(undefined);
        }}
        data-testid="filter-id"
        className="num w-24 bg-transparent text-13 outline-none pointer-coarse:text-16"
      />
    </form>
  );
}
