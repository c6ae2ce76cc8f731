/** The least of many first, by a comparison: adding and taking cost the logarithm of how many there are. */
export class Heap<T> {
  private readonly items: T[] = [];
  private readonly compare: (one: T, other: T) => number;

  constructor(compare: (one: T, other: T) => number) {
    this.compare = compare;
  }

  add(item: T): void {
    const { items, compare } = this;
    let at = items.length;
    for (items.push(item); at > 0;) {
      const above = Math.floor((at - 1) / 2);
      if (compare(items[above]!, item) <= 0) break;
      items[at] = items[above]!;
      at = above;
    }
    items[at] = item;
  }

  take(): T | undefined {
    const { items, compare } = this;
    const first = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    let at = 0;
    for (let below = 1; below < items.length; below = at * 2 + 1) {
      if (below + 1 < items.length && compare(items[below + 1]!, items[below]!) < 0) below += 1;
      if (compare(items[below]!, last) >= 0) break;
      items[at] = items[below]!;
      at = below;
    }
    items[at] = last;
    return first;
  }
}
