import { z } from "zod";
import { robotKinds } from "../identity/fields.ts";
import { decimalText } from "../values.ts";
import { langText, type Texts, texts } from "./languages.ts";
import { siteText } from "./sites.ts";

const idText = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,47}$/, "an id");
/** A path of our own pages or an address elsewhere. Anything else, a script above all, is no link. */
const linkText = z
  .string()
  .max(300)
  .regex(/^(\/(?![/\\])\S*|https?:\/\/\S+)$/, "a path or an http address");
/** A script's whole address; what is asked of it is added behind. */
const scriptText = z
  .string()
  .max(300)
  .regex(/^https?:\/\/[^\s?#]+$/, "a script's address without a query");
const linkOrNone = z.union([z.literal(""), linkText]);
const colourText = z.string().regex(/^#([0-9a-f]{6}|[0-9a-f]{8})$/, "a colour such as #0b0d12");
const currencyText = z.string().regex(/^[A-Z]{3}$/, "a currency such as USD");

/** Whitelist flags that limit an entry to some users. */
export const menuFlags = ["p2p", "kyc", "korean", "koreaIP"] as const;
export type MenuFlag = (typeof menuFlags)[number];

/**
 * An entry of a menu. The app has its own words for the ids that it knows; `text` overrides them or names an entry that it does not
 * know. An entry with a flag or a switch is shown only where that is true.
 */
export type MenuEntry = {
  readonly id: string;
  readonly path?: string | undefined;
  readonly text?: Texts | undefined;
  readonly flag?: MenuFlag | undefined;
  readonly switch?: string | undefined;
  /** An account product (1 to 5) that the entry is about. */
  readonly product?: number | undefined;
  readonly tag?: "apy" | undefined;
  readonly entries?: readonly MenuEntry[] | undefined;
};
export const menuEntry: z.ZodType<MenuEntry> = z.lazy(() =>
  z.strictObject({
    id: idText,
    path: linkText.optional(),
    text: texts.optional(),
    flag: z.enum(menuFlags).optional(),
    switch: idText.optional(),
    product: z.number().int().min(1).max(5).optional(),
    tag: z.enum(["apy"]).optional(),
    entries: z.array(menuEntry).max(40).optional(),
  }),
);
const menu = z.array(menuEntry).max(40);

/** What is advertised of the insurance fund; never shown without the fund's real balance from the ledger beside it. */
const insuranceFund = z.strictObject({
  asset: z.string().min(1).max(12),
  amount: decimalText,
  /** Languages in which another figure is advertised. */
  amountByLang: z.partialRecord(langText, decimalText),
});

/** What the register bonus is advertised with; what is paid is decided by the coupon it names in words. */
const registerBonus = z.strictObject({
  asset: z.string().min(1).max(12),
  amount: decimalText,
  /** Traded volume, in the same asset, after which it can be withdrawn. */
  volume: decimalText,
  days: z.number().int().min(1).max(365),
});

/** What a fee level needs, any one of the three, in US dollars: volumes of 30 days, or assets. The rates are the engine's. */
const feeLevelNeed = z.strictObject({ spotVolume: decimalText, contractVolume: decimalText, assets: decimalText });

const project = z.strictObject({
  name: z.string().min(1).max(40),
  mark: linkText,
  /** Tokens of the theme, by name, that the brand paints another way. */
  colours: z.strictObject({
    dark: z.record(z.string().regex(/^[a-z-]{2,30}$/), colourText),
    light: z.record(z.string().regex(/^[a-z-]{2,30}$/), colourText),
  }),
  /** Empty where there is none yet: the page then says 'Coming soon'. */
  appStore: linkOrNone,
  googlePlay: linkOrNone,
  apk: linkOrNone,
  downloadUrl: linkText,
  insuranceFund,
  registerBonus,
  /** From level 1 on; level 0 needs nothing. */
  feeLevels: z.array(feeLevelNeed).max(15).optional(),
  footer: z.array(z.strictObject({ id: idText, text: texts.optional(), entries: menu })).max(8),
  sites: z.array(z.strictObject({ siteId: siteText, path: linkText, text: texts })).max(8),
  defaultCurrency: currencyText,
  currencies: z.array(currencyText).min(1).max(40),
  /** Help: an e-mail address or a page. */
  support: z.strictObject({ email: z.email().max(80), path: linkOrNone }),
});

/** Everything that a page must know before it draws itself. Two files, the shared one and the site's own over it, give it together. */
export const appConfig = z.strictObject({
  /** Of both files together; grows with every change of either. Goes back as `v` with the next request. */
  version: z.number().int().nonnegative(),
  bizId: idText,
  siteId: siteText,
  appId: idText,
  /** The site's language for users who have chosen none and whose browser asks for none of ours. */
  lang: langText,
  /** What Intl formats numbers and dates by, where it is not the language's own tag. */
  locales: z.partialRecord(langText, z.string().regex(/^[a-zA-Z0-9-]{2,40}$/)),
  langs: z.strictObject({ defaultLang: langText, list: z.array(langText).min(1).max(40) }),
  /**
   * API hosts that replace the ones derived from the page's own host: a JSON list of origins, encrypted by AES-192-CBC with the page's
   * configured key, as base64 of initialisation vector and ciphertext. Empty text: no such list. `simulated` serves the paths of
   * simulated trading.
   */
  compileHosts: z.strictObject({ api: z.string().max(4_000), simulated: z.string().max(4_000) }),
  tips: z.strictObject({ phishing: texts }),
  /** The official URL; a page on a host that is not allowed redirects there. */
  website: linkText,
  /** Parts of the product that can be turned off, by name. What is not named is off. */
  switches: z.record(idText, z.boolean()),
  settings: z.strictObject({
    /**
     * A third party's robot check needs the id that it gave us; without one the exchange's own check is run. Its script comes from its
     * maker unless another address is named; the gateways' policy for pages must allow that one too.
     */
    common: z.strictObject({
      robotVerifyType: z.enum(robotKinds),
      geetestId: idText.optional(),
      geetestScript: scriptText.optional(),
      recaptchaKey: idText.optional(),
      recaptchaScript: scriptText.optional(),
      /**
       * A security provider's device fingerprint: a script module with `load()` that gives `get()` that gives `visitorId`. Without one the
       * page runs its own. The gateways' policy for pages must allow its origin.
       */
      fingerprintScript: scriptText.optional(),
    }),
  }),
  navbar: z.strictObject({ leftMenus: menu, wallet: menu, orders: menu, messages: menu, user: menu }),
  /** What the page keeps in the browser, by module: a new version throws the old away and starts from `data`. */
  storages: z.record(idText, z.strictObject({ version: z.number().int().nonnegative(), data: z.unknown() })),
  project,
});
export type AppConfig = z.infer<typeof appConfig>;
