import { expect, test } from "@playwright/test";
import pg from "pg";
import { inKorea } from "../support/countries.ts";
import { isNeverReloaded, mark } from "../support/reload-mark.ts";
import { Visit } from "../support/visit.ts";
import { desktop } from "../support/window-sizes.ts";

let database: pg.Client;
let visit: Visit;

test.beforeAll(async () => {
  database = new pg.Client({ connectionString: process.env.E2E_DATABASE! });
  await database.connect();
});
test.afterAll(() => database.end());
test.afterEach(() => visit.close());

const choose = async (name: string): Promise<void> => {
  await visit.at("language-button").click();
  await visit.at("language").getByRole("button", { name }).click();
};

test.describe("a language", () => {
  test("[S3.20 S3.68] is chosen without a reload, remembered for its site alone, and told to the exchange by who is signed in", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    await visit.open("/markets");
    await choose("Deutsch");
    await visit.speaks("de-DE");
    await visit.open("/br/markets");
    await visit.speaks("en-US");
    await choose("日本語");
    await visit.speaks("ja-JP");
    expect(await visit.kept("languages")).toEqual({ MAIN: "de_DE", BR: "ja_JP" });
    expect(visit.callsOf("/user/changeLanguage")).toEqual([]);
    await visit.signIn("bot19");
    await visit.speaks("de-DE");
    await choose("Français");
    const { request } = await visit.call("/user/changeLanguage");
    expect(request.postData()).toContain("fr_FR");
    expect(await (await request.response())!.json()).toMatchObject({ code: 200 });
  });

  test("[S1.92 S9.40 S9.41 S9.42 S9.43 S9.44 S9.45 S9.46 S9.47 S9.48 S9.49 S9.50 S9.51] is each of the thirteen, and the page says its words", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser, inKorea);
    await visit.open("/markets");
    for (const [tag, name, logIn] of [
      ["de-DE", "Deutsch", "Anmelden"],
      ["es-ES", "Español", "Iniciar sesión"],
      ["fa-IR", "فارسی", "ورود"],
      ["fr-FR", "Français", "Se connecter"],
      ["it-IT", "Italiano", "Accedi"],
      ["ja-JP", "日本語", "ログイン"],
      ["ko-KR", "한국어", "로그인"],
      ["pt-BR", "Português", "Entrar"],
      ["ru-RU", "Русский", "Войти"],
      ["tr-TR", "Türkçe", "Giriş Yap"],
      ["vi-VN", "Tiếng Việt", "Đăng nhập"],
      ["zh-TW", "繁體中文", "登入"],
      ["en-US", "English", "Log In"],
    ] as const) {
      await visit.page.locator("footer").getByRole("button", { name }).click();
      await visit.speaks(tag);
      await expect(visit.at("sign-in")).toHaveText(logIn);
      await expect(visit.page.locator("html")).toHaveAttribute("dir", tag === "fa-IR" ? "rtl" : "ltr");
    }
  });

  test("[S7.42] is offered by the list of the site that the page asks for, and one that has left it is not chosen any more", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser, { locale: "de-DE" });
    await visit.open("/br/markets");
    await visit.speaks("de-DE");
    const { request } = await visit.call("/content/public/getLangList");
    expect((await (await request.response())!.json()).data.list).toHaveLength(13);
    const german = "site = 'BR' and lang = 'de_DE'";
    const { rows } = await database.query(`delete from content.site_languages where ${german} returning position`);
    try {
      await visit.reload();
      await visit.speaks("pt-BR");
      const names = visit.page.locator("footer");
      await expect(names.getByRole("button", { name: "Français" })).toHaveCount(1);
      await expect(names.getByRole("button", { name: "Deutsch" })).toHaveCount(0);
    } finally {
      const again =
        "insert into content.site_languages (site, lang, position, is_default) values ('BR', 'de_DE', $1, false)";
      await database.query(again, [rows[0].position]);
    }
  });

  test("that is Korean, and its currency, are for those whose flag is set, by name or by their country", async ({
    browser,
  }) => {
    const offers = async (is: boolean): Promise<void> => {
      await visit.speaks(is ? "ko-KR" : "en-US");
      await visit.at("language-button").click();
      const panel = visit.at("language");
      await expect(panel.getByRole("button", { name: "English" })).toBeVisible();
      await expect(panel.getByRole("button", { name: "한국어" })).toHaveCount(is ? 1 : 0);
      await expect(panel.getByRole("button", { name: "KRW" })).toHaveCount(is ? 1 : 0);
      await visit.page.keyboard.press("Escape");
    };
    await database.query("delete from content.user_flags where uid = 2020");
    visit = await Visit.begin(browser, { locale: "ko-KR" });
    await visit.signIn("bot20", "/kr/markets");
    await visit.reload();
    await offers(false);
    await database.query("insert into content.user_flags (uid, flag, is_on) values (2020, 'koreanWhite', true)");
    await visit.reload();
    await offers(true);
    await expect
      .poll(() => visit.kept("user"))
      .toMatchObject({ userAct: { p2p: false, kycWhite: false, ko_KR: true } });
    await visit.close();
    visit = await Visit.begin(browser, { locale: "ko-KR", ...inKorea });
    await visit.open("/kr/markets");
    await offers(true);
  });
});

test("[D.9] another language redraws the page without loading it anew, is kept for the site, and the server hears of it", async ({
  browser,
}) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.signIn("bot22");
  await mark(visit.page);
  await choose("فارسی");
  await visit.speaks("fa-IR");
  await expect(visit.page.locator("html")).toHaveAttribute("dir", "rtl");
  const { request } = await visit.call("/user/changeLanguage");
  expect(await (await request.response())!.json()).toMatchObject({ code: 200 });
  expect(await visit.kept("languages")).toEqual({ MAIN: "fa_IR" });
  expect(await isNeverReloaded(visit.page)).toBe(true);
});

test("a language that is chosen among plain elements reaches the components of the next page", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  const { page } = visit;
  await visit.open("/spot/BTC_USDT");
  const slider = page.locator("input[type=range]").first();
  /** Distance of the slider at zero from the left end of its track. */
  const place = () => slider.evaluate((input) => input.closest<HTMLElement>("[style*=left]")!.style.left);
  await expect.poll(place).toBe("0%");
  await page.locator("header").getByRole("link").first().click();
  await page.locator("footer").getByRole("button", { name: "فارسی" }).click();
  await visit.speaks("fa-IR");
  await visit.at("home-market").first().click();
  await expect.poll(place).toBe("100%");
});

test("[S2.80 S3.71] Korean and the won are offered to nobody who is not on their list", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.open("/markets");
  await visit.at("language-button").click();
  await expect(visit.at("language").getByRole("button", { name: "日本語" })).toBeVisible();
  await expect(visit.at("language").getByRole("button", { name: "한국어" })).toHaveCount(0);
  await expect(visit.at("language").getByRole("button", { name: "KRW" })).toHaveCount(0);
  // A currency that is chosen is still chosen at the next visit.
  await visit.at("language").getByRole("button", { name: "EUR" }).click();
  expect(await visit.kept("currency")).toBe("EUR");
  await visit.reload();
  await visit.at("language-button").click();
  await expect(visit.at("language").getByRole("button", { name: "EUR" })).toHaveAttribute("aria-pressed", "true");
});

test("components of a page in Persian know its direction, also after the language was changed", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop, locale: "fa-IR" });
  await visit.open("/spot/BTC_USDT");
  await visit.speaks("fa-IR");
  const sell = visit.at("side-sell");
  await visit.at("side-buy").focus();
  await visit.page.keyboard.press("ArrowLeft");
  await expect(sell).toBeFocused();
  await choose("English");
  await visit.speaks("en-US");
  await visit.page.keyboard.press("Escape");
  await visit.at("side-buy").focus();
  await visit.page.keyboard.press("ArrowRight");
  await expect(sell).toBeFocused();
});
