import type { MailTexts } from "./shape.ts";

export const texts: MailTexts = {
  codes: {
    register: { subject: "Confirm your registration", text: "Enter this code to finish opening your {brand} account." },
    reset: { subject: "Reset your password", text: "Enter this code to set a new password for your {brand} account." },
    "sign-in": { subject: "Confirm your sign-in", text: "Enter this code to sign in to your {brand} account." },
    own: {
      subject: "Confirm a security change",
      text: "Enter this code to confirm the change you are making to your {brand} account.",
    },
    bind: { subject: "Confirm your new contact", text: "Enter this code to add this contact to your {brand} account." },
  },
  notice: {
    "new-device": {
      subject: "New sign-in to your account",
      text: "Your {brand} account was signed in to from a device or place that it has not been used from before.",
    },
    "session-stolen": {
      subject: "We ended a session to protect you",
      text: "A sign-in of your {brand} account was used twice, as if it had been copied. We have ended that session. Please sign in again and check the devices in the Security Center.",
    },
    "password-changed": {
      subject: "Your password was changed",
      text: "The password of your {brand} account was changed, and other devices were signed out.",
    },
    "authenticator-bound": {
      subject: "Authenticator added",
      text: "An authenticator app was added to your {brand} account. Its codes are needed from now on.",
    },
    "authenticator-removed": {
      subject: "Authenticator removed",
      text: "The authenticator app was removed from your {brand} account. Its codes are no longer asked for.",
    },
    "passkey-added": {
      subject: "Passkey added",
      text: "A passkey was added to your {brand} account. It can be used to sign in.",
    },
    "passkey-removed": {
      subject: "Passkey removed",
      text: "A passkey was removed from your {brand} account. It can no longer be used to sign in.",
    },
    "oauth-linked": {
      subject: "{provider} account linked",
      text: "A {provider} account was linked to your {brand} account. It can be used to sign in.",
    },
    "oauth-unlinked": {
      subject: "{provider} account unlinked",
      text: "A {provider} account was unlinked from your {brand} account. It can no longer be used to sign in.",
    },
    "contact-changed": {
      subject: "Your contact details were changed",
      text: "The e-mail address or phone number of your {brand} account was changed. Codes and notices now go to the new one.",
    },
    "factor-changed": {
      subject: "Your two-factor verification was changed",
      text: "Verification by e-mail or SMS code was switched on or off for your {brand} account.",
    },
    "account-frozen": {
      subject: "Your account is frozen",
      text: "Your {brand} account was frozen. Nobody can sign in, trade by API or withdraw until our support team has confirmed with you that it is safe.",
    },
    "password-removed": {
      subject: "Set a new password",
      text: "Our support team has removed the password of your {brand} account and signed out all devices, to protect it. Set a new one with “Forgot password” on the sign-in page.",
    },
    "api-key-created": {
      subject: "API key created",
      text: "An API key was created for your {brand} account. Whoever holds its secret can do what the key allows.",
    },
    "api-key-changed": {
      subject: "API key changed",
      text: "The settings of an API key of your {brand} account were changed.",
    },
    "api-key-removed": {
      subject: "API key deleted",
      text: "An API key of your {brand} account was deleted. It no longer works.",
    },
    "withdrawal-address-added": {
      subject: "Withdrawal address added",
      text: "A withdrawal address was added to your {brand} account. Check every character of it. It can be used after 24 hours.",
    },
    "withdrawal-address-removed": {
      subject: "Withdrawal address deleted",
      text: "A withdrawal address was deleted from your {brand} account.",
    },
    "withdrawal-address-allowed": {
      subject: "Withdrawal address allow-listed",
      text: "A withdrawal address was put on the allow list of your {brand} account. It can be used after 24 hours.",
    },
    "withdrawal-list-off": {
      subject: "Withdrawal allow list switched off",
      text: "The withdrawal allow list of your {brand} account was switched off. In 24 hours, withdrawals can go to any address.",
    },
    "withdrawal-confirm": {
      subject: "Confirm your withdrawal",
      text: "A withdrawal from your {brand} account was requested. Compare every character of the address and the amount, and enter this code only if both are yours.",
    },
  },
  code: "Verification code",
  codeRules:
    "Valid for {minutes} minutes. Enter it only on {brand} and never share it: our staff will never ask for it.",
  codeUnasked: "If you did not request this code, please ignore this message.",
  codeUnaskedInside: "If you did not request this code, somebody may know your password. Change it at once.",
  withdrawalsPaused: "To protect you, withdrawals are paused for 24 hours.",
  notYou: "If this was not you, freeze your account in the Security Center at once and contact our support team.",
  facts: {
    time: "Time",
    device: "Device",
    ip: "IP address",
    country: "Location",
    label: "Name",
    permissions: "Permissions",
    amount: "Amount",
    arrives: "Arrives",
    network: "Network",
    address: "Address",
  },
  unknown: "Unknown",
  antiPhishing: "Anti-phishing code",
  antiPhishingMeaning: "You chose it yourself. A mail without it is not from {brand}.",
  automatic: "This message was sent automatically. Please do not reply to it.",
  smsCode: "{brand} code: {code}. {subject}. Valid for {minutes} min. Never share it.",
  smsNotice: "{brand}: {subject}. Not you? Freeze your account at once.",
};
