import { classNames } from "../theme/class-names.ts";

/** The first grapheme of a name: an emoji or an accented letter is one. */
const firstLetter = (name: string): string =>
  new Intl.Segmenter().segment(name.trim())[Symbol.iterator]().next().value?.segment.toLocaleUpperCase() ?? "·";

const sizes = {
  md: "size-7 text-12",
  lg: "size-10 text-16",
  xl: "size-14 text-20 w768:size-18 w768:text-28",
} as const;

/** Decorative: the name is beside it or labels its button. */
export function Avatar({ name, size = "md" }: { name: string; size?: keyof typeof sizes }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "grid flex-none place-items-center overflow-hidden rounded-full bg-brand-soft font-semibold text-brand select-none",
        sizes[size],
      )}
    >
      {firstLetter(name)}
    </span>
  );
}
