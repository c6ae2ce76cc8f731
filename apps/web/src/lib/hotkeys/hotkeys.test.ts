import { expect, test, vi } from "vitest";
import { addHotkey, runHotkey } from "./hotkeys.ts";

test("an act runs in the part of the page that was mounted last, and nowhere once all have gone", () => {
  const [page, dialog] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const endPage = addHotkey("price", page);
  const endDialog = addHotkey("price", dialog);
  expect(runHotkey("price")).toBe(true);
  expect([page.mock.calls.length, dialog.mock.calls.length]).toEqual([0, 1]);
  endDialog();
  runHotkey("price");
  expect(page).toHaveBeenCalledTimes(1);
  endPage();
  expect(runHotkey("price")).toBe(false);
});
