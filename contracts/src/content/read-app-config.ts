import type { AppConfig } from "./app-config.ts";

/**
 * Pages have no schema library. What they must be able to tell is whether a config is whole: one that is not is treated as a site that
 * is not ours. These checks say the same as the schema about everything that is missing or of another kind, and are indulgent about
 * fields that a newer server sends.
 */
type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const text: Check = (value) => typeof value === "string";
const whole: Check = (value) => Number.isSafeInteger(value);
const yesOrNo: Check = (value) => typeof value === "boolean";
const anything: Check = (value) => value !== undefined;
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const byName =
  (check: Check): Check =>
  (value) =>
    isFields(value) && Object.values(value).every(check);
const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isFields(value) && Object.entries(checks).every(([name, check]) => check(value[name]));

const texts: Check = (value) => byName(text)(value) && text((value as Fields).en_US);
const entry: Check = (value) =>
  fields({
    id: text,
    path: maybe(text),
    text: maybe(texts),
    flag: maybe(text),
    switch: maybe(text),
    product: maybe(whole),
    tag: maybe(text),
    entries: maybe(listOf(entry)),
  })(value);
const menu = listOf(entry);

const checks = {
  version: whole,
  bizId: text,
  siteId: text,
  appId: text,
  lang: text,
  locales: byName(text),
  langs: fields({ defaultLang: text, list: listOf(text) }),
  compileHosts: fields({ api: text, simulated: text }),
  tips: fields({ phishing: texts }),
  website: text,
  switches: byName(yesOrNo),
  settings: fields({
    common: fields({
      robotVerifyType: text,
      geetestId: maybe(text),
      geetestScript: maybe(text),
      recaptchaKey: maybe(text),
      recaptchaScript: maybe(text),
      fingerprintScript: maybe(text),
    }),
  }),
  navbar: fields({ leftMenus: menu, wallet: menu, orders: menu, messages: menu, user: menu }),
  storages: byName(fields({ version: whole, data: anything })),
  project: fields({
    name: text,
    mark: text,
    colours: fields({ dark: byName(text), light: byName(text) }),
    appStore: text,
    googlePlay: text,
    apk: text,
    downloadUrl: text,
    insuranceFund: fields({ asset: text, amount: text, amountByLang: byName(text) }),
    registerBonus: fields({ asset: text, amount: text, volume: text, days: whole }),
    feeLevels: maybe(listOf(fields({ spotVolume: text, contractVolume: text, assets: text }))),
    footer: listOf(fields({ id: text, text: maybe(texts), entries: menu })),
    sites: listOf(fields({ siteId: text, path: text, text: texts })),
    defaultCurrency: text,
    currencies: listOf(text),
    support: fields({ email: text, path: text }),
  }),
} satisfies Readonly<Record<keyof AppConfig, Check>>;

/** Objects are merged field by field; anything else of the upper one, a list too, stands in the place of the lower one's. */
function merged(lower: unknown, upper: unknown): unknown {
  if (upper === undefined) return lower;
  if (!isFields(lower) || !isFields(upper)) return upper;
  const both: Record<string, unknown> = { ...lower };
  for (const [name, value] of Object.entries(upper))
    if (name !== "__proto__") both[name] = merged(Object.hasOwn(lower, name) ? lower[name] : undefined, value);
  return both;
}

const versionOf = (part: unknown): number => {
  const version = isFields(part) ? part.version : undefined;
  return typeof version === "number" ? version : Number.NaN;
};

/** The site's own config over the shared one, unchecked. Each file's version only grows, and so does their sum. */
export const mergeAppConfig = (biz: unknown, app: unknown): unknown =>
  merged(merged(biz, app), { version: versionOf(biz) + versionOf(app) });

/** Undefined where the two files do not make a whole config. */
export function readAppConfig(biz: unknown, app: unknown): AppConfig | undefined {
  const config = mergeAppConfig(biz, app);
  return fields(checks)(config) ? (config as AppConfig) : undefined;
}
