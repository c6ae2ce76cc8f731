const width = 1_440;
const mark = 60;

type Swell = { level: number; height: number; phase: number; rise?: number };

const surfaceAt = (x: number, { level, height, phase, rise = 0 }: Swell): string =>
  (level - rise * (x / width) ** 2 + (Math.sin(x / 118 + phase) + Math.sin(x / 47 + phase) * 0.35) * height).toFixed(1);

/** A swell around a level, as a line from the start of the picture to `to`. */
function lineOf(swell: Swell, to = width): string {
  const points = Array.from({ length: to / 8 + 1 }, (_, step) => `${step * 8},${surfaceAt(step * 8, swell)}`);
  return `M${points.join("L")}`;
}
const filled = (line: string): string => `${line}L${width},220L0,220Z`;

/** Ebbed: below the mark. Held: behind a wall. Cut: a signal that stops. Slack: flat. Rising: towards the mark. */
export type Wave = "ebbed" | "held" | "cut" | "slack" | "rising";

const brand = { stroke: "var(--brand)", strokeWidth: 2 } as const;
const water = { fill: "var(--brand-soft)" } as const;
const thin = { stroke: "var(--brand)", strokeWidth: 1.5, opacity: 0.4 } as const;

const signal: Swell = { level: 130, height: 16, phase: 1 };
const cutAt = 864;
const ebbed: readonly Swell[] = [
  { level: 150, height: 14, phase: 2 },
  { level: 178, height: 9, phase: 4 },
];
const rising: readonly Swell[] = [
  { level: 176, height: 8, phase: 2, rise: 92 },
  { level: 196, height: 6, phase: 4, rise: 60 },
];

function Water({ wave }: { wave: Wave }) {
  if (wave === "held")
    return (
      <>
        <path d="M0 108h1440V220H0z" {...water} />
        <path d="M0 108h1440" {...brand} />
      </>
    );
  if (wave === "slack")
    return (
      <>
        <path d="M0 172h1440V220H0z" {...water} />
        <path d="M0 172h1440" {...brand} />
        <path d="M120 186h180M480 196h140M860 184h220M1220 198h120" {...thin} />
      </>
    );
  if (wave === "cut")
    return (
      <>
        <path d={lineOf(signal, cutAt)} {...brand} />
        <path
          d={`M${cutAt} ${surfaceAt(cutAt, signal)}H${width}`}
          stroke="var(--faint)"
          strokeWidth="1.5"
          strokeDasharray="2 6"
        />
        <circle cx={cutAt} cy={surfaceAt(cutAt, signal)} r="4" fill="var(--brand)" />
      </>
    );
  const [line, below] = (wave === "rising" ? rising : ebbed).map((swell) => lineOf(swell)) as [string, string];
  return (
    <>
      <path d={filled(line)} {...water} />
      <path d={line} {...brand} />
      <path d={below} {...thin} />
    </>
  );
}

/** The art at the bottom of an error page: a mark and the water level. */
export function WaveArt({ wave }: { wave: Wave }) {
  const ticks = Array.from({ length: 19 }, (_, index) => `M${index * 80} ${index % 3 ? 52 : 46}v${index % 3 ? 8 : 14}`);
  return (
    <svg
      aria-hidden
      viewBox="0 0 1440 220"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      className="pointer-events-none absolute inset-x-0 bottom-0 h-45 w-full w768:h-55"
    >
      <path d={ticks.join("")} stroke="var(--line-strong)" />
      <path d={`M0 ${mark}h${width}`} stroke="var(--muted)" strokeDasharray="2 5" />
      <Water wave={wave} />
    </svg>
  );
}
