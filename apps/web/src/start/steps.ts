import { isLang, type Lang } from "@tidemark/contracts";
import { loadFontsOf } from "@tidemark/kit-ui";
import { languageOf } from "@tidemark/contracts";
import { appConfig, keptConfig, setAppConfig } from "../lib/app-config.ts";
import { applyBrand } from "../lib/brand.ts";
import { chosenLangs, langOf, langsOffered, lastSite } from "../lib/choices.ts";
import { client } from "../lib/client.ts";
import { hostOf, isAllowedHost, officialWebsite } from "../lib/hosts.ts";
import { printBy, speak } from "../lib/languages.ts";
import { isInApp } from "../lib/native-bridge.ts";
import { readNativeUser } from "../lib/native-user.ts";
import { setHosts, site } from "../lib/place.ts";
import { openStorage, requireModules } from "../lib/storage.ts";
import { flagsKnown } from "../session/flags.ts";
import { takeNativeUser } from "../session/user.ts";
import { framedPage, refuseFraming } from "./framing.ts";
import { type Step, StartError } from "./lifecycle.ts";
import { checkHost, configuredHosts, loadConfig } from "./load-config.ts";
import { deniedPath, isOnPath } from "./region.ts";

/** Opens the configured host lists; it is in every page and hides nothing that matters. */
const hostsKey: string = import.meta.env.VITE_HOSTS_KEY ?? "";

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether the product is offered here; asked at once, needed at the end. Inside the app, the app has asked. */
let isDenied: Promise<boolean> = Promise.resolve(false);

async function environment(): Promise<void> {
  // A frame is left for good: what comes after would only be shown to nobody.
  if (refuseFraming(framedPage(), location.href)) await new Promise(() => undefined);
  if (isInApp()) takeNativeUser(await readNativeUser());
  else
    isDenied = client.call("currentDatetime", {}).then((outcome) => !outcome.ok && outcome.refusal === "REGION_DENIED");
}

/** The letters that are probably needed begin their way while the config is still on its own. */
function languages(): void {
  const chosen = chosenLangs.get()[site.siteId];
  const probable = isLang(chosen) ? chosen : (keptConfig.get()?.lang ?? "en_US");
  void loadFontsOf(languageOf(probable).tag).catch(() => undefined);
}

function storage(): void {
  openStorage();
  lastSite.set(site.siteId);
}

async function config(): Promise<void> {
  const { hostname } = location;
  const official = hostOf(officialWebsite);
  const read = await loadConfig({
    fetch: (name, v) => client.call("configFile", { name, ...(v === undefined ? {} : { v }) }),
    sleep,
    kept: keptConfig.get(),
    appId: site.appId,
    siteId: site.siteId,
    hostname,
    isKnownHost: isAllowedHost(hostname, official === undefined ? [] : [official]),
  });
  const hosts = await configuredHosts(read, hostsKey);
  // Known before the check, so that the alert can name the official site.
  setAppConfig(read);
  printBy(read.locales);
  applyBrand(read.project);
  checkHost(hostname, read, hosts);
  setHosts(hosts as Parameters<typeof setHosts>[0]);
  if (!isOnPath(deniedPath) && (await isDenied)) throw new StartError("denied");
}

/** The reader's language among those that are offered to him. */
async function langToSpeak(): Promise<Lang> {
  const { langs, lang } = appConfig();
  const wish = (isKoreanAllowed: boolean): Lang =>
    langOf(
      chosenLangs.get()[site.siteId],
      navigator.languages,
      lang,
      langsOffered(langs.list, { isKoreanAllowed }),
      langs.defaultLang,
    );
  // Whether Korean is offered is worth waiting for only where somebody would be spoken to in it.
  return wish(true) === "ko_KR" ? wish((await flagsKnown()).koreanWhite) : wish(true);
}

async function modules(): Promise<void> {
  requireModules(appConfig().storages);
  const lang = await langToSpeak();
  // A page without its font is still read; one without its words is not.
  await Promise.all([speak(lang), loadFontsOf(languageOf(lang).tag).catch(() => undefined)]);
}

/** The start of the page, in the product's order. */
export const steps: readonly Step[] = [
  { name: "environment", run: environment },
  { name: "languages", run: languages },
  { name: "storage", run: storage },
  { name: "app config", run: config },
  { name: "storage modules", run: modules },
];
