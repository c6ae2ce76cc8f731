import type { ShareContent } from "./share-content.ts";

export const cardWidth = 1_200;
export const cardHeight = 675;
const margin = 72;

type Inks = Readonly<
  Record<"canvas" | "text" | "muted" | "line" | "brand" | "rise" | "fall" | "riseSoft" | "fallSoft" | "hover", string>
>;

/** The colours of the page, so that the card has the trader's theme and the meaning of red and green. */
function inksOf(element: Element): Inks {
  const style = getComputedStyle(element);
  const ink = (name: string): string => style.getPropertyValue(name).trim();
  return {
    canvas: ink("--canvas"),
    text: ink("--text"),
    muted: ink("--muted"),
    line: ink("--line-strong"),
    brand: ink("--brand"),
    rise: ink("--rise"),
    fall: ink("--fall"),
    riseSoft: ink("--rise-soft"),
    fallSoft: ink("--fall-soft"),
    hover: ink("--hover"),
  };
}

type Pen = { readonly draw: CanvasRenderingContext2D; readonly inks: Inks; readonly family: string };

function write(
  { draw, family }: Pen,
  text: string,
  x: number,
  y: number,
  look: { size: number; ink: string; weight?: number; align?: CanvasTextAlign },
): number {
  draw.font = `${look.weight ?? 400} ${look.size}px ${family}`;
  draw.fillStyle = look.ink;
  draw.textAlign = look.align ?? "left";
  draw.fillText(text, x, y);
  return draw.measureText(text).width;
}

/** The highest tide: a dotted line across the card, and the brand above it. */
function drawHead(pen: Pen, brand: string, time: string): void {
  const { draw, inks } = pen;
  draw.fillStyle = inks.brand;
  draw.fillRect(margin, 70, 30, 5);
  write(pen, brand, margin + 44, 94, { size: 32, ink: inks.text, weight: 600 });
  write(pen, time, cardWidth - margin, 86, { size: 20, ink: inks.muted, align: "right" });
  draw.strokeStyle = inks.line;
  draw.setLineDash([2, 6]);
  draw.beginPath();
  draw.moveTo(0, 138);
  draw.lineTo(cardWidth, 138);
  draw.stroke();
  draw.setLineDash([]);
}

function drawTags(pen: Pen, content: ShareContent, from: number): void {
  const { draw, inks } = pen;
  let x = from;
  for (const { text, tone } of content.tags) {
    draw.font = `600 20px ${pen.family}`;
    const width = draw.measureText(text).width + 24;
    draw.fillStyle = tone === "plain" ? inks.hover : tone === "rise" ? inks.riseSoft : inks.fallSoft;
    draw.beginPath();
    draw.roundRect(x, 188, width, 36, 6);
    draw.fill();
    write(pen, text, x + 12, 213, { size: 20, ink: tone === "plain" ? inks.muted : inks[tone], weight: 600 });
    x += width + 14;
  }
}

export type CardFrame = { readonly brand: string; readonly time: string };

/** Draws the card; everything on it is in `content`. Numbers run from left to right in every language. */
export function drawCard(canvas: HTMLCanvasElement, content: ShareContent, frame: CardFrame): void {
  const draw = canvas.getContext("2d");
  if (draw === null) return;
  const pen: Pen = { draw, inks: inksOf(canvas), family: getComputedStyle(canvas).fontFamily };
  const { inks } = pen;
  // A canvas takes the direction of the page, which would put the signs of numbers behind them.
  draw.direction = "ltr";
  draw.fillStyle = inks.canvas;
  draw.fillRect(0, 0, cardWidth, cardHeight);
  drawHead(pen, frame.brand, frame.time);
  const width = write(pen, content.contract, margin, 216, { size: 32, ink: inks.text, weight: 600 });
  drawTags(pen, content, margin + width + 16);
  if (content.figure !== undefined) {
    // A long number is as wide as the card, not wider.
    draw.font = `600 150px ${pen.family}`;
    const size = Math.min(150, (150 * (cardWidth - 2 * margin)) / draw.measureText(content.figure.text).width);
    write(pen, content.figure.text, margin - size * 0.05, 366, { size, ink: inks[content.figure.tone], weight: 600 });
    write(pen, content.figure.label, margin, 412, { size: 20, ink: inks.muted });
  }
  if (content.second !== undefined) write(pen, content.second, margin, 456, { size: 26, ink: inks.text, weight: 500 });
  content.facts.forEach(({ label, text }, i) => {
    write(pen, label, margin + i * 230, 560, { size: 20, ink: inks.muted });
    write(pen, text, margin + i * 230, 600, { size: 30, ink: inks.text, weight: 500 });
  });
  if (content.nickname !== undefined)
    write(pen, content.nickname, cardWidth - margin, 600, { size: 26, ink: inks.text, weight: 500, align: "right" });
}
