import { classNames, Tag } from "@tidemark/kit-ui";
import type { ReactNode } from "react";

type Level = {
  readonly name: ReactNode;
  /** One text for each head after the first. */
  readonly cells: readonly string[];
  readonly isOwn: boolean;
};

export type LevelTableProps = {
  label: string;
  heads: readonly string[];
  levels: readonly Level[];
  /** What marks the user's own level. */
  ownTag: string;
  rowTestId: string;
};

/** Levels with their figures, one below the other; the user's own is marked. Narrow screens scroll it sideways. */
export function LevelTable({ label, heads, levels, ownTag, rowTestId }: LevelTableProps) {
  return (
    <div className="-mx-(--gutter) overflow-x-auto px-(--gutter)">
      <table aria-label={label} className="w-full min-w-180 border-collapse text-13">
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`h-10 px-3 text-12 font-normal text-muted ${index === 0 ? "text-start" : "text-end"}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {levels.map(({ name, cells, isOwn }, index) => (
            <tr
              key={index}
              data-testid={rowTestId}
              aria-current={isOwn}
              className={classNames("h-11 border-t border-line", isOwn && "bg-brand-soft")}
            >
              <th
                scope="row"
                className={classNames(
                  "px-3 text-start font-semibold whitespace-nowrap",
                  isOwn && "border-s-2 border-brand",
                )}
              >
                {name} {isOwn && <Tag tone="brand">{ownTag}</Tag>}
              </th>
              {cells.map((text, at) => (
                <td key={heads[at + 1]} className="px-3 text-end whitespace-nowrap">
                  <span className="num">{text}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
