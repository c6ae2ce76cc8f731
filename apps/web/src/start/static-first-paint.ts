import { heroLook } from "../features/home/hero/hero-look.ts";
import { firstPaintId } from "./static-first-paint-end.ts";
import { lifecycle } from "./lifecycle.ts";

/** Scripts that the main font covers. Other scripts use a companion font, and lines would break again when that is loaded. */
const interScripts = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** A message without blanks as the build writes it: one text. */
type TextFile = Readonly<Record<string, readonly unknown[] | undefined>>;

/** Waits for the style sheet and the font: without them the lines would be elsewhere. */
async function waitForFont(text: string): Promise<void> {
  const styles = document.querySelector<HTMLLinkElement>("link[rel=stylesheet]");
  if (styles !== null && styles.sheet === null)
    await new Promise((resolve) => styles.addEventListener("load", resolve, { once: true }));
  await document.fonts.load('620 1em "Inter Variable"', text);
}

function drawn(
  tag: "div" | "section" | "h1" | "p",
  className: string,
  inside: readonly (string | Node)[],
): HTMLElement {
  const element = Object.assign(document.createElement(tag), { className });
  element.append(...inside);
  return element;
}

/** Whether start-up has failed; then the page shows only the error. */
const hasFailed = (): boolean => document.documentElement.dataset.lifecycle === String(lifecycle.initError);

/** Draws the title of the home page while the bundle is loading; if the bundle is faster, nothing is drawn. */
export async function drawFirstPaint(answer: Promise<TextFile>, firstPaint: readonly string[]): Promise<void> {
  const texts = await answer;
  const [title, lead] = firstPaint.map((id) => texts[id]?.[0]);
  if (typeof title !== "string" || typeof lead !== "string" || !interScripts.test(title + lead)) return;
  await waitForFont(title + lead);
  const root = document.getElementById("root");
  if (root === null || root.hasChildNodes() || hasFailed()) return;
  const text = drawn("div", "", [drawn("h1", heroLook.title, [title]), drawn("p", heroLook.lead, [lead])]);
  const element = drawn("div", "absolute inset-x-0 top-0 pt-(--nav-height)", [
    drawn("section", heroLook.section, [text]),
  ]);
  element.id = firstPaintId;
  document.body.append(element);
}
