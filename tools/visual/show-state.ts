// Brings a page into one of the states.
import type { Page } from "@playwright/test";
import { giveAnswers } from "./given-answers.ts";
import type { PageState } from "./states.ts";
import { settled } from "./stories.ts";

/** Brings the page into a state and waits until it stands. */
export async function showState(page: Page, url: string, state: PageState): Promise<void> {
  await giveAnswers(page, state.answers ?? {});
  await page.goto(url + state.path);
  await page.locator("html[data-lifecycle='2'] main").first().waitFor();
  if (state.presses !== undefined) await page.getByTestId(state.presses).first().click();
  if (state.opens !== undefined) {
    await page.locator(`[data-testid="${state.opens}"]:visible`).first().click();
    await page
      .locator("[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-testid=palette]")
      .first()
      .waitFor();
  }
  await settled(page);
}

/** Where somebody trades: until everything that belongs to the picture has come, also after the window has changed. */
export async function untilStands(page: Page, { stands = [] }: PageState): Promise<void> {
  for (const part of stands) await page.locator(part).first().waitFor({ state: "attached" });
  await settled(page);
}
