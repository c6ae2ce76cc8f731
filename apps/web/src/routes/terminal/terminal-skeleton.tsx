import { useUser } from "../../session/session.ts";
import { frameClass } from "./frame.ts";
import { frameStyle, panelLayouts } from "./panels/panel-layout.ts";

const areas = ["bar", "chart", "bt", "side", "dock"] as const;

/** The panels of the terminal before the markets are loaded. */
export function TerminalSkeleton() {
  const layout = panelLayouts.use(useUser()?.userId);
  return (
    <main aria-busy className={frameClass} style={frameStyle(layout)}>
      {areas.map((area) => (
        <div
          key={area}
          className={`panel max-w768:min-h-14 ${area === "bt" || area === "side" ? "max-w768:hidden w768:max-w980:min-h-120" : ""} ${area === "chart" ? "max-w768:h-73" : ""}`}
          style={{ gridArea: area }}
        />
      ))}
      {layout.hasMarkets && <div className="panel hidden w1600:block" style={{ gridArea: "markets" }} />}
    </main>
  );
}
