import { i18n, type MessageDescriptor } from "@lingui/core";
import type { AnyRouter } from "@tanstack/react-router";
import { isSimulatedPage } from "../lib/client/page-hosts.ts";
import { appConfig, hasAppConfig } from "../lib/config/app-config.ts";

/** The first letters of a tab say that it is of the simulated exchange. */
export const titleInExchange = (title: string): string => (isSimulatedPage ? `SIM ${title}` : title);

/** Sets the tab's title to the route's title in the current language. A page with a live title sets it itself. */
export function setTabTitles(router: AnyRouter): void {
  const name = (): void => {
    const titles = router.state.matches.map(({ staticData }) => (staticData as { title?: MessageDescriptor }).title);
    const title = titles.findLast((one) => one !== undefined);
    if (title !== undefined && hasAppConfig())
      document.title = titleInExchange(`${i18n._(title)} | ${appConfig().project.name}`);
  };
  router.subscribe("onResolved", name);
  i18n.on("change", name);
}
