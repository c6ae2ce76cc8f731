import { stored } from "../lib/storage/storage.ts";

/** Set when the exchange ended the session of this tab, so that the sign-in page can say why the user is there. */
export const endedSession = stored<boolean>("sessionEnded", false, {
  area: "session",
  isWhole: (value): value is boolean => typeof value === "boolean",
});
