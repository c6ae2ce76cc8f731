// What a careful eye would see at once, found by measuring: text that is cut, text upon text, a page that scrolls sideways, a part that was
// put in one place by itself and in another by who uses it.
import type { Page } from "@playwright/test";

export type LayoutFinding = { kind: "clipped" | "overlap" | "sideways" | "torn"; what: string };

/** Looks at the page as it stands. Text under a layer is out of sight and is not judged. */
export function layoutFindings(page: Page): Promise<LayoutFinding[]> {
  return page.evaluate(() => {
    type Piece = { text: string; element: Element; box: DOMRect };
    const findings: { kind: "clipped" | "overlap" | "sideways" | "torn"; what: string }[] = [];

    const isNear = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      getComputedStyle(element).contentVisibility !== "hidden" &&
      element.closest(".sr-only") === null;
    const isUncovered = (element: Element, box: DOMRect): boolean => {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
      for (const above of document.elementsFromPoint(x, y)) {
        if (above === element || above.contains(element)) return true;
        if (!element.contains(above) && getComputedStyle(above).backgroundColor !== "rgba(0, 0, 0, 0)") return false;
      }
      return true;
    };

    function pieces(): Piece[] {
      const found: Piece[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement;
        const text = node.textContent?.trim() ?? "";
        if (element === null || text === "" || !isNear(element)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects())
          if (box.width > 1 && box.height > 1) found.push({ text: text.slice(0, 40), element, box });
      }
      return found;
    }

    /** The nearest box that cuts off sideways; nothing where the text may scroll or ends in an ellipsis. */
    function cutter(element: Element): Element | undefined {
      for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.textOverflow === "ellipsis" || at.hasAttribute("title")) return undefined;
        if (["auto", "scroll"].includes(style.overflowX) || style.position === "fixed") return undefined;
        if (["hidden", "clip"].includes(style.overflowX)) return at;
      }
      return undefined;
    }

    const all = pieces();
    for (const { text, element, box } of all) {
      const edge = cutter(element)?.getBoundingClientRect();
      if (edge !== undefined && edge.width > 1 && (box.left < edge.left - 1 || box.right > edge.right + 1))
        findings.push({ kind: "clipped", what: text });
    }

    /** The part of a piece that its scrollers and cutters leave in sight. */
    const inSight = (piece: Piece): Piece => {
      let { left, top, right, bottom } = piece.box;
      for (let at: Element | null = piece.element; at !== null; at = at.parentElement) {
        if (getComputedStyle(at).overflowX === "visible") continue;
        const edge = at.getBoundingClientRect();
        [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
        [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
      }
      return { ...piece, box: new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top)) };
    };

    const open = all
      .map(inSight)
      .filter(({ element, box }) => box.width > 1 && box.height > 1 && isUncovered(element, box));
    for (const [index, a] of open.entries())
      for (const b of open.slice(index + 1)) {
        if (a.element === b.element || a.element.contains(b.element) || b.element.contains(a.element)) continue;
        // Line boxes may touch; letters may not.
        const inset = Math.min(a.box.height, b.box.height) * 0.2;
        const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (width <= 2 || height <= 2 * inset) continue;
        const [x, y] = [Math.max(a.box.left, b.box.left), Math.max(a.box.top, b.box.top)];
        const common = new DOMRect(x, y, width, height);
        if (isUncovered(a.element, common) && isUncovered(b.element, common))
          findings.push({ kind: "overlap", what: `${a.text} × ${b.text}` });
      }

    // Of two such classes the order in the stylesheet decides, and nobody knows it.
    const positions = ["static", "relative", "absolute", "fixed", "sticky"];
    for (const element of document.querySelectorAll("body *")) {
      const own = positions.filter((position) => element.classList.contains(position));
      if (own.length > 1)
        findings.push({ kind: "torn", what: `${own.join(" and ")}: ${element.className.toString()}` });
    }

    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth + 1) findings.push({ kind: "sideways", what: `${scrollWidth} > ${innerWidth}` });
    return findings;
  });
}
