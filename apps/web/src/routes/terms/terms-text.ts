/** In force since this day. A change of the text changes the day. */
export const termsSince = "2026-11-16";

export type TermsSection = { readonly title: string; readonly text: string };

/**
 * The terms of an instance that nobody operates as a business. They are not translated: a translation would be a second text to be held to.
 * An operator replaces them before real users register.
 */
export const termsSections = (name: string, support: string): readonly TermsSection[] => [
  {
    title: "What this is",
    text: `${name} is software for an exchange, run here for development and trial. It is not a licensed exchange, broker, bank or custodian, and nothing on it is an offer or advice.`,
  },
  {
    title: "Balances have no value",
    text: "Balances, prices, bonuses and profits are test data. They come from a seed, cannot be redeemed, and may be reset at any time without notice. Do not send coins to any address that is shown here.",
  },
  {
    title: "Your account",
    text: "You may open an account if you are of age where you live and may lawfully use such software. One person, one account. Use a password that you use nowhere else; you are responsible for what is done with your account and your API keys.",
  },
  {
    title: "Orders",
    text: "An order that you send is carried out as you sent it and cannot be undone once it is filled. Fees, price bands, margin and liquidation follow the rules that the screen shows before you confirm. With leverage, the whole margin of a position can be lost.",
  },
  {
    title: "What is not allowed",
    text: "Do not attack the service, do not read or change what belongs to others, do not trade with yourself to pretend volume, and do not use the service from a region that it refuses. Weaknesses that you find and report in private are welcome.",
  },
  {
    title: "Your data",
    text: "Stored are your e-mail address or phone number, a hash of your password, your orders and transfers, and for your security the devices and network addresses of your sessions. Data of a development instance may be seen by those who develop it and is not sold or passed on.",
  },
  {
    title: "No warranty",
    text: "The service is provided as it is, may be wrong or unavailable, and may end at any time. As far as the law permits, nobody is liable for losses from its use. The software itself is under the Apache licence 2.0.",
  },
  {
    title: "Changes and questions",
    text: `A change of these terms is shown on this page with its date. If you do not agree, stop using the service and ask for your account to be closed. Questions: ${support}.`,
  },
];
