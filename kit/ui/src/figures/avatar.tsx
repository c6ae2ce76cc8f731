import { classNames } from "../theme/class-names.ts";

/** The first grapheme of a name: an emoji or an accented letter is one. */
const firstLetter = (name: string): string =>
  new Intl.Segmenter().segment(name.trim())[Symbol.iterator]().next().value?.segment.toLocaleUpperCase() ?? "·";

/** Decorative: the name is beside it or labels its button. */
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
