export type GuideShape = "card" | "face";

const corners =
  "M14 40V22a10 10 0 0 1 10-10h18M275 12h18a10 10 0 0 1 10 10v18M303 160v18a10 10 0 0 1-10 10h-18M42 188H24a10 10 0 0 1-10-10v-18";

/** Corners of a frame, for a document. */
export function CardFrame({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 317 200" aria-hidden className={className} preserveAspectRatio="none">
      <path d={corners} fill="none" stroke="var(--brand)" strokeWidth={2.5} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** Where a face belongs. */
export function FaceOval({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 300 250" aria-hidden className={className}>
      <ellipse
        cx="150"
        cy="120"
        rx="72"
        ry="94"
        fill="none"
        stroke="var(--brand)"
        strokeWidth={2.5}
        strokeDasharray="6 5"
      />
    </svg>
  );
}

const lines = [
  [118, 54, 84],
  [118, 72, 120],
  [118, 90, 60],
  [118, 108, 104],
  [40, 146, 236],
  [40, 160, 236],
] as const;

/** A drawing in place of a picture that is still to come. */
export function Placeholder({ shape }: { shape: GuideShape }) {
  if (shape === "face")
    return (
      <svg viewBox="0 0 300 250" aria-hidden className="size-full">
        <ellipse cx="150" cy="108" rx="62" ry="80" className="fill-hover stroke-line-strong" strokeWidth={2} />
        <path d="M50 250c8-42 44-58 100-58s92 16 100 58" className="fill-none stroke-line-strong" strokeWidth={2} />
      </svg>
    );
  return (
    <svg viewBox="0 0 317 200" aria-hidden className="size-full">
      <rect x="22" y="18" width="273" height="164" rx="10" className="fill-raised stroke-line-strong" />
      <rect x="40" y="52" width="62" height="78" rx="4" className="fill-hover" />
      <circle cx="71" cy="82" r="14" className="fill-line-strong" />
      <path d="M47 130c2-20 12-28 24-28s22 8 24 28z" className="fill-line-strong" />
      {lines.map(([x, y, width]) => (
        <rect key={`${x} ${y}`} x={x} y={y} width={width} height="6" rx="2" className="fill-line-strong" />
      ))}
    </svg>
  );
}
