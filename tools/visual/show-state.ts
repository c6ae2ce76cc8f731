// Brings a page into one of the states.
import type { Page } from "@playwright/test";
import { giveAnswers } from "./given-answers.ts";
import type { PageState } from "./states.ts";
import { settled } from "./stories.ts";

const layers = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-testid=palette]";

async function openLayer(page: Page, { opens }: PageState): Promise<void> {
  if (opens === undefined) return;
  await page.locator(`[data-testid="${opens}"]:visible`).first().click();
  await page.locator(layers).first().waitFor();
}

/** Brings the page into a state and waits until it stands. */
export async function showState(page: Page, url: string, state: PageState): Promise<void> {
  await giveAnswers(page, state.answers ?? {});
  await page.goto(url + state.path);
  await page.locator("html[data-lifecycle='2'] main").first().waitFor();
  if (state.presses !== undefined) await page.getByTestId(state.presses).first().click();
  await openLayer(page, state);
  await settled(page);
}

/** Turns a state that stands to a window of another size. What has been opened is laid out for the window in which it opens, so it is opened anew. */
export async function resizeState(
  page: Page,
  state: PageState,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  if (state.opens !== undefined) {
    await page.keyboard.press("Escape");
    await page.locator(layers).first().waitFor({ state: "hidden" });
  }
  await page.setViewportSize(size);
  await openLayer(page, state);
}

/** Where somebody trades: until everything that belongs to the picture has come, also after the window has changed. */
export async function untilStands(page: Page, { stands = [] }: PageState): Promise<void> {
  for (const part of stands) await page.locator(part).first().waitFor({ state: "attached" });
  await settled(page);
}
