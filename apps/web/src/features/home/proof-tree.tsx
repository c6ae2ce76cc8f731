import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./home-messages.ts";

type Knot = { readonly x: number; readonly y: number; readonly width: number; readonly isOwn: boolean };

/** Four rows of nodes; the path from one leaf to the root is highlighted as the user's. */
const knots: readonly Knot[] = [
  { x: 105, y: 56, width: 44, isOwn: true },
  { x: 315, y: 56, width: 44, isOwn: false },
  ...[52, 158, 262, 368].map((x) => ({ x, y: 98, width: 36, isOwn: x === 158 })),
];
const leaves = [26, 78, 132, 184, 236, 288, 342, 394];
const userLeaf = 132;
const root = { x: 210, y: 6, width: 112 };

const knotClassName = (isOwn: boolean): string =>
  isOwn ? "fill-brand-soft stroke-brand" : "fill-surface stroke-line-strong";

/** The shape of a proof, without figures. */
export function ProofTree() {
  const t = useTexts();
  const texts = "text-11 font-medium fill-ink [unicode-bidi:plaintext]";
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here
      role="img"
      aria-label={t(m.proofTree)}
      viewBox="0 0 420 164"
      fill="none"
      direction="ltr"
      className="mt-7 block h-auto w-full w768:max-w1024:max-w-105"
    >
      <path
        d="M210 28v14M105 56V42h210v14M52 98V84h106v14M262 98V84h106v14M105 70v14M315 70v14M26 140v-14h52v14M132 140v-14h52v14M236 140v-14h52v14M342 140v-14h52v14M52 112v14M158 112v14M262 112v14M368 112v14"
        strokeWidth={1.5}
        className="stroke-line-strong"
      />
      <path d="M210 28v14h-105v14M105 70v14h53v14M158 112v14h-26v14" strokeWidth={2} className="stroke-brand" />
      <rect
        x={root.x - root.width / 2}
        y={root.y}
        width={root.width}
        height={22}
        rx={3}
        className={knotClassName(true)}
      />
      <text x={root.x} y={root.y + 15} textAnchor="middle" className={texts}>
        {t(m.proofRoot)}
      </text>
      {knots.map(({ x, y, width, isOwn }) => (
        <rect
          key={`${x} ${y}`}
          x={x - width / 2}
          y={y}
          width={width}
          height={14}
          rx={3}
          className={knotClassName(isOwn)}
        />
      ))}
      {leaves.map((x) => (
        <rect key={x} x={x - 18} y={140} width={36} height={22} rx={3} className={knotClassName(x === userLeaf)} />
      ))}
      <text x={userLeaf} y={155} textAnchor="middle" className={texts}>
        {t(m.proofYou)}
      </text>
    </svg>
  );
}
