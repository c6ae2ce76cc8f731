/** `own`: computed here on the way to the root; `given`: sent by the exchange. */
type BoxKind = "root" | "own" | "leaf" | "given";
type Place = {
  /** In percent of the width. */
  readonly x: number;
  /** From the top. */
  readonly row: number;
};
export type TreeBox = Place & {
  readonly kind: BoxKind;
  /** From the leaf's, which is 0. */
  readonly level: number;
};
type TreeLine = { readonly from: Place; readonly to: Place; readonly isOwn: boolean };
export type TreeDrawing = {
  readonly boxes: readonly TreeBox[];
  readonly lines: readonly TreeLine[];
  readonly rows: number;
  /** Levels that are left out, and where. */
  readonly gap: (Place & { readonly levels: number }) | undefined;
};

/** Half of the way between two children, and the least way of a box's middle from an edge: two boxes fit beside each other on a phone. */
const half = 18;
const edge = 16;
/** So many levels are drawn; of more, the lowest and three below the root. */
const levelsMax = 5;
const topLevels = 3;
/** The row of the words about what is left out is lower than others. */
const gapRows = 0.75;

const between = (x: number, min: number, max: number): number => Math.min(max, Math.max(min, x));

/** Whether the own node of a level is the second of its pair, by the bits of the leaf's place; they may stand beyond 32. */
export const isSecond = (index: number, level: number): boolean => Math.floor(index / 2 ** level) % 2 === 1;

/** The levels that are drawn, from below the root to the leaf's. */
function levelsOf(depth: number): { readonly shown: readonly number[]; readonly leftOut: number } {
  const all = Array.from({ length: depth }, (_, at) => depth - 1 - at);
  if (depth <= levelsMax) return { shown: all, leftOut: 0 };
  return { shown: [...all.slice(0, topLevels), 0], leftOut: depth - topLevels - 1 };
}

/** Where the boxes and lines of a leaf's way to the root stand: `depth` levels below the root, the leaf at place `index` among all leaves. */
export function treeDrawing(depth: number, index: number): TreeDrawing {
  const { shown, leftOut } = levelsOf(depth);
  const root = { x: 50, row: 0 };
  const boxes: TreeBox[] = [{ ...root, kind: "root", level: depth }];
  const lines: TreeLine[] = [];
  let gap: TreeDrawing["gap"];
  let parent: Place = root;
  let row = 1;
  for (const level of shown) {
    const middle = between(parent.x, edge + half, 100 - edge - half);
    if (level === 0 && leftOut > 0) {
      gap = { x: middle, row: row - (1 - gapRows) / 2, levels: leftOut };
      lines.push({ from: parent, to: gap, isOwn: true });
      parent = gap;
      row += gapRows;
    }
    const away = isSecond(index, level) ? half : -half;
    const [own, given] = [
      { x: middle + away, row },
      { x: middle - away, row },
    ];
    boxes.push({ ...own, kind: level === 0 ? "leaf" : "own", level }, { ...given, kind: "given", level });
    lines.push({ from: parent, to: given, isOwn: false }, { from: parent, to: own, isOwn: true });
    parent = own;
    row += 1;
  }
  return { boxes, lines, rows: row, gap };
}
