import { heroLook } from "../features/home/hero-look.ts";
import { firstWordsId } from "./first-words-end.ts";
import { lifecycle } from "./lifecycle.ts";

/** What the page's own font can write. Other letters come from a companion of it, and their lines would break anew when that comes. */
const ownLetters = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** A message without blanks as the build writes it: one text. */
type Words = Readonly<Record<string, readonly unknown[] | undefined>>;

/** The styles of the page and the font of its words: without them the lines would lie elsewhere. */
async function lettersStand(text: string): Promise<void> {
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

/** A page that does not start says why, and nothing else. */
const hasFailed = (): boolean => document.documentElement.dataset.lifecycle === String(lifecycle.initError);

/** Shows the first words of the home page while the bundle is on its way; a bundle that is faster has no use for them. */
export async function sayFirst(answer: Promise<Words>, says: readonly string[]): Promise<void> {
  const words = await answer;
  const [title, lead] = says.map((id) => words[id]?.[0]);
  if (typeof title !== "string" || typeof lead !== "string" || !ownLetters.test(title + lead)) return;
  await lettersStand(title + lead);
  const root = document.getElementById("root");
  if (root === null || root.hasChildNodes() || hasFailed()) return;
  const text = drawn("div", "", [drawn("h1", heroLook.title, [title]), drawn("p", heroLook.lead, [lead])]);
  const place = drawn("div", "absolute inset-x-0 top-0 pt-(--nav-height)", [
    drawn("section", heroLook.section, [text]),
  ]);
  place.id = firstWordsId;
  document.body.append(place);
}
