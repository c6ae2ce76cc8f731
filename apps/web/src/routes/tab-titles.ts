import { i18n, type MessageDescriptor } from "@lingui/core";
import type { AnyRouter } from "@tanstack/react-router";
import { appConfig, hasAppConfig } from "../lib/config/app-config.ts";

/** Sets the tab's title to the route's title in the current language. A page with a live title sets it itself. */
export function setTabTitles(router: AnyRouter): void {
  const name = (): void => {
    const titles = router.state.matches.map(({ staticData }) => (staticData as { title?: MessageDescriptor }).title);
    const title = titles.findLast((one) => one !== undefined);
    if (title !== undefined && hasAppConfig()) document.title = `${i18n._(title)} | ${appConfig().project.name}`;
  };
  router.subscribe("onResolved", name);
  i18n.on("change", name);
}
