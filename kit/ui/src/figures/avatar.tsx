import { classNames } from "../class-names.ts";

/** The first letter of a name, as people count letters: an emoji or a letter with its accent is one. */
const firstLetter = (name: string): string =>
  new Intl.Segmenter().segment(name.trim())[Symbol.iterator]().next().value?.segment.toLocaleUpperCase() ?? "·";

/** Decoration: the name stands beside it, or names its button. */
export function Avatar({ name, size = "md" }: { name: string; size?: "md" | "lg" }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "grid flex-none place-items-center rounded-full bg-brand-soft font-semibold text-brand select-none",
        size === "lg" ? "size-10 text-16" : "size-7 text-12",
      )}
    >
      {firstLetter(name)}
    </span>
  );
}
