import type { BrowserContext, CDPSession, Page } from "@playwright/test";

type PasskeyAuthenticator = { readonly cdp: CDPSession; readonly authenticatorId: string };

/** Gives the page an authenticator that sees its owner. */
export async function addPasskeyAuthenticator(context: BrowserContext, page: Page): Promise<PasskeyAuthenticator> {
  const cdp = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}
