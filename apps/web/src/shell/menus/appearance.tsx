import { Switch } from "@tidemark/kit-ui";
import { usePreferences } from "../../lib/storage/preferences.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./menus-messages.ts";

/** The display settings of this device. */
export function Appearance() {
  const t = useTexts();
  const theme = usePreferences((state) => state.theme);
  const rise = usePreferences((state) => state.rise);
  return (
    <>
      <Switch
        isOn={theme === "light"}
        onChange={(isOn) => usePreferences.setState({ theme: isOn ? "light" : "dark" })}
        testId="theme-toggle"
        className="min-h-10 w-full px-(--row-pad) text-14 hover:bg-hover max-w768:min-h-11"
      >
        {t(m.light)}
      </Switch>
      <Switch
        isOn={rise === "red"}
        onChange={(isOn) => usePreferences.setState({ rise: isOn ? "red" : "green" })}
        testId="rise-toggle"
        className="min-h-10 w-full px-(--row-pad) text-14 hover:bg-hover max-w768:min-h-11"
      >
        {t(m.redUp)}
      </Switch>
    </>
  );
}
