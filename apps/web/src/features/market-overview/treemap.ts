/** A rectangle in the units of the box that was filled. */
export type Tile = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** How far the worst tile of a row is from a square, for a row of these areas along a side. */
function worstOf(areas: readonly number[], side: number): number {
  const sum = areas.reduce((all, one) => all + one, 0);
  const across = sum / side;
  return Math.max(...areas.map((area) => Math.max(across / (area / across), area / across / across)));
}

/**
 * Fills a box with tiles of the given sizes, as square as they can be (squarified treemap). Sizes are given largest first; the tiles come
 * in the same order.
 */
export function treemapOf(sizes: readonly number[], width: number, height: number): readonly Tile[] {
  const sum = sizes.reduce((all, one) => all + one, 0);
  if (!(sum > 0) || width <= 0 || height <= 0) return [];
  const left = sizes.map((size) => (size / sum) * width * height);
  const tiles: Tile[] = [];
  let box = { x: 0, y: 0, width, height };
  for (let first = 0; first < left.length;) {
    const side = Math.min(box.width, box.height);
    let count = 1;
    while (
      first + count < left.length &&
      worstOf(left.slice(first, first + count + 1), side) <= worstOf(left.slice(first, first + count), side)
    )
      count += 1;
    const row = left.slice(first, first + count);
    tiles.push(...rowTiles(row, box));
    const across = row.reduce((all, one) => all + one, 0) / side;
    box =
      box.width >= box.height
        ? { ...box, x: box.x + across, width: box.width - across }
        : { ...box, y: box.y + across, height: box.height - across };
    first += count;
  }
  return tiles;
}

/** A row along the shorter side of the box. */
function rowTiles(areas: readonly number[], box: Tile): Tile[] {
  const isColumn = box.width >= box.height;
  const side = isColumn ? box.height : box.width;
  const across = areas.reduce((all, one) => all + one, 0) / side;
  let along = 0;
  return areas.map((area) => {
    const length = area / across;
    const tile = isColumn
      ? { x: box.x, y: box.y + along, width: across, height: length }
      : { x: box.x + along, y: box.y, width: length, height: across };
    along += length;
    return tile;
  });
}

/** Areas grow slower than volumes, or the largest market would leave no room for the others. */
const areaPower = 0.62;
export const areaOf = (volume: number): number => volume ** areaPower;

const changeFullPercent = 4;
/** How strong the colour of a change (in percent) is, 0 to 1: it is full from 4 % on. */
export const strengthOf = (change: number): number => Math.min(1, Math.abs(change) / changeFullPercent);

const nearHighPart = 0.005;
/** Within half a percent of the highest price of the day. */
export const isNearHigh = (last: number, high: number): boolean => high > 0 && last >= high * (1 - nearHighPart);
