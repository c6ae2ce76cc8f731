import { areasOf, type PanelLayout } from "./panel-layout.ts";

/** A small picture of the layout, drawn by the same grid areas as the terminal. */
export function LayoutSketch({ layout, hasMarkets }: { layout: PanelLayout; hasMarkets: boolean }) {
  const rows = areasOf(layout, hasMarkets);
  const [, columns = []] = rows;
  const widths = { chart: "1fr", bt: "44px", side: "48px", markets: "32px" } as Readonly<Record<string, string>>;
  return (
    <div
      aria-hidden
      className="grid h-28 grid-rows-[10px_minmax(0,1fr)_28px] gap-0.5 rounded-control bg-canvas p-1"
      style={{
        gridTemplateAreas: rows.map((row) => `"${row.join(" ")}"`).join(" "),
        gridTemplateColumns: columns.map((column) => widths[column]).join(" "),
      }}
    >
      {["bar", ...columns, "dock"].map((area) => (
        <span
          key={area}
          style={{ gridArea: area }}
          className={`rounded-[2px] ${area === "chart" ? "bg-brand-soft" : area === "side" ? "bg-line-strong" : "bg-hover"}`}
        />
      ))}
    </div>
  );
}
