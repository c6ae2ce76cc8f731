import { classNames } from "@tidemark/kit-ui";

const groupLength = 6;

/** The address in groups of six: 0x91c4 E0b57F …; the last may be shorter. */
const groupsOf = (address: string): string[] => address.match(/.{1,6}/gsu) ?? [];

/** A whole address where somebody decides by it. Its two ends are marked: they are what people compare. */
export function AddressGroups({ address, testId }: { address: string; testId?: string }) {
  const groups = groupsOf(address);
  return (
    <span
      dir="ltr"
      data-testid={testId}
      data-address={address}
      className="grid w-max max-w-full grid-cols-[repeat(4,max-content)] gap-x-3 gap-y-1 text-14 font-medium tabular-nums"
    >
      <span className="sr-only">{address}</span>
      {groups.map((text, index) => (
        <span
          key={`${index * groupLength}`}
          aria-hidden
          className={classNames((index === 0 || index === groups.length - 1) && "font-semibold text-brand")}
        >
          {text}
        </span>
      ))}
    </span>
  );
}

/** For lists, where nothing is decided: the first ten and the last eight. */
export const shortAddress = (text: string): string =>
  text.length > 20 ? `${text.slice(0, 10)}…${text.slice(-8)}` : text;
