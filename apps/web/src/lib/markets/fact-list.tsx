import type { ReactNode } from "react";

export type Fact = { readonly label: string; readonly value: ReactNode };

/** Names and values in lines with hairlines; two columns where there is room for them. */
export function FactList({ facts, isWide = false }: { facts: readonly Fact[]; isWide?: boolean }) {
  return (
    <dl className={isWide ? "grid gap-x-12 text-13 w768:grid-cols-2" : "grid text-13"}>
      {facts.map(({ label, value }) => (
        <div key={label} className="flex min-h-9.5 items-center justify-between gap-4 border-b border-line py-1.5">
          <dt className="text-muted">{label}</dt>
          <dd className="text-end font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
