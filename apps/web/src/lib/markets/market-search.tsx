import { classNames } from "@tidemark/kit-ui";
import { Search } from "lucide-react";

export type MarketSearchProps = {
  label: string;
  text: string;
  onChange: (text: string) => void;
  className?: string;
};

/** The search field above a list of markets on a page. */
export function MarketSearch({ label, text, onChange, className }: MarketSearchProps) {
  return (
    <label
      className={classNames(
        "flex h-9 items-center gap-2 rounded-control bg-field px-3 text-13 text-muted ring-1 ring-line ring-inset has-[input:focus-visible]:ring-2 has-[input:focus-visible]:ring-brand",
        className,
      )}
    >
      <Search aria-hidden size={16} className="flex-none" />
      <input
        type="search"
        value={text}
        onChange={(event) => onChange(event.target.value)}
        placeholder={label}
        aria-label={label}
        className="min-w-0 flex-1 bg-transparent text-ink outline-none pointer-coarse:text-16"
      />
    </label>
  );
}
