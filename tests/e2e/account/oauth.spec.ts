import { expect, test } from "@playwright/test";
import { readMailbox } from "../support/mailbox.ts";
import { path } from "../support/looks.ts";
import {
  agree,
  openPage,
  newEmail,
  otherPassword,
  password,
  readHelp,
  register,
  signIn,
  signOut,
  typePassword,
} from "../support/new-user.ts";
import type { Visit } from "../support/visit.ts";

test.describe.configure({ mode: "parallel" });

type AtProvider = { readonly email: string; readonly isProven?: boolean; readonly isHidden?: boolean };

/** Through the provider's own page, and back. */
async function passBy(provider: "google" | "apple", visit: Visit, account: AtProvider): Promise<void> {
  const { email, isProven = true, isHidden = false } = account;
  await visit.at(`third-${provider}`).click();
  await visit.page.locator("[name=account]").fill(email.split("@")[0]!);
  await visit.page.locator("[name=email]").fill(email);
  await visit.page.locator("[name=verified]").setChecked(isProven);
  await visit.page.locator("[name=private]").setChecked(isHidden);
  await visit.page.locator("form button").click();
}

path(
  "fa phone",
  "[S2.38 S2.41 D.68] Google opens an account after the terms, with an address of the person's own where it vouches for none; a password is set for it, and lets in",
  async (look) => {
    const email = newEmail();
    const visit = await openPage(look, "/auth/register/email?backurl=%2Fpersonal%2Fsecurity");
    const main = visit.page.locator("main");
    await passBy("google", visit, { email: newEmail(), isProven: false });
    await expect(main).toContainText(look.translated("Welcome. One step is left."));
    await visit.at("third-register").click();
    for (const text of [
      "Please input correct email address",
      "Please enter the 6-digit email verification code",
      "Please agree to the terms of use.",
    ])
      await expect(main).toContainText(look.translated(text));
    await visit.at("third-email").fill(email);
    await visit.at("send-email").click();
    await visit.at("code-email").fill(await readMailbox.code(email));
    expect(await readHelp(visit, look, "email")).toMatch(look.translated("Check the spam folder"));
    await agree(visit);
    await visit.at("third-register").click();
    await visit.arrivesAt("/personal/security");
    await visit.at("offer-later").click();
    await expect(visit.at("guard-google")).toHaveAttribute("data-on", "true");
    await expect(visit.at("guard-password")).toHaveAttribute("data-on", "false");

    await visit.open("/auth/set-password");
    await visit.at("set-password-submit").click();
    for (const text of ["Please enter the 6-digit email verification code", "Please enter a password"])
      await expect(main).toContainText(look.translated(text));
    await typePassword(visit, password);
    const since = Date.now();
    await visit.at("send-email").click();
    expect(await readHelp(visit, look, "email")).toMatch(look.translated("Check the spam folder"));
    await visit.at("code-email").fill(await readMailbox.code(email, since));
    await visit.at("set-password-submit").click();
    await visit.arrivesAt("/personal/security");
    await expect(visit.at("guard-password")).toHaveAttribute("data-on", "true");
    await signOut(visit);
    await signIn(visit, email);
    await visit.arrivesAt("/markets");
    await visit.close();
  },
);

path(
  "en desktop",
  "[S2.37] Apple opens an account for somebody who hides the address, and lets the same person in again",
  async (look) => {
    const account = { email: newEmail(), isHidden: true };
    const visit = await openPage(look, "/auth/register/email?backurl=%2Fmarkets");
    await passBy("apple", visit, account);
    await expect(visit.page.locator("main")).toContainText(
      look.translated("An account without a password will be opened for your {provider} account.", {
        provider: "Apple",
      }),
    );
    await agree(visit);
    await visit.at("third-register").click();
    await visit.arrivesAt("/markets");
    await expect(visit.page.getByRole("alertdialog")).toContainText(look.translated("Exclusive register bonus"));
    await visit.at("offer-later").click();
    await visit.close();

    const again = await openPage(look, "/auth/login?backurl=%2Fpersonal%2Fsecurity");
    await passBy("apple", again, account);
    await again.arrivesAt("/personal/security");
    await expect(again.at("guard-apple")).toHaveAttribute("data-on", "true");
    await again.close();
  },
);

path(
  "en phone",
  "[S2.45 S8.23 S8.18] an address that is registered is linked by its owner's password and a code, and then lets in alone",
  async (look) => {
    const email = newEmail();
    await (await register(look, email)).close();
    const visit = await openPage(look, "/auth/login?backurl=%2Fpersonal%2Fsecurity");
    const main = visit.page.locator("main");
    await passBy("google", visit, { email });
    await visit.arrivesAt("/auth/associate");
    await expect(main).toContainText(look.translated("Associate an Existing Account"));
    await expect(main).toContainText(
      look.translated(
        "This email is already registered. You can verify your email and link it to a third-party account.",
      ),
    );
    await visit.at("associate-password").fill(otherPassword);
    await visit.at("associate-submit").click();
    await expect(main).toContainText(look.translated("The account or the password is wrong."));
    await visit.at("associate-password").fill(password);
    await visit.at("associate-submit").click();
    await visit.arrivesAt(/\/auth\/verify/);
    expect(await readHelp(visit, look, "email")).toMatch(look.translated("Check the spam folder"));
    const since = Date.now();
    await visit.at("send-email").click();
    await expect(visit.page.locator("body")).toContainText(look.translated("Verification code sent successfully"));
    await visit.at("code-email").fill(await readMailbox.code(email, since));
    await visit.arrivesAt("/personal/security");
    await expect(visit.at("guard-google")).toHaveAttribute("data-on", "true");
    await visit.close();
  },
);
