import type { MailTexts } from "./shape.ts";

export const texts: MailTexts = {
  codes: {
    register: {
      subject: "Registrierung bestätigen",
      text: "Geben Sie diesen Code ein, um die Eröffnung Ihres {brand}-Kontos abzuschließen.",
    },
    reset: {
      subject: "Passwort zurücksetzen",
      text: "Geben Sie diesen Code ein, um ein neues Passwort für Ihr {brand}-Konto festzulegen.",
    },
    "sign-in": {
      subject: "Anmeldung bestätigen",
      text: "Geben Sie diesen Code ein, um sich bei Ihrem {brand}-Konto anzumelden.",
    },
    own: {
      subject: "Sicherheitsänderung bestätigen",
      text: "Geben Sie diesen Code ein, um die Änderung an Ihrem {brand}-Konto zu bestätigen.",
    },
    bind: {
      subject: "Neue Kontaktdaten bestätigen",
      text: "Geben Sie diesen Code ein, um diese Kontaktdaten mit Ihrem {brand}-Konto zu verknüpfen.",
    },
  },
  notice: {
    "new-device": {
      subject: "Neue Anmeldung bei Ihrem Konto",
      text: "Bei Ihrem {brand}-Konto hat sich jemand von einem bisher unbekannten Gerät oder Ort angemeldet.",
    },
    "session-stolen": {
      subject: "Sitzung zu Ihrem Schutz beendet",
      text: "Eine Anmeldung Ihres {brand}-Kontos wurde doppelt verwendet, als wäre sie kopiert worden. Wir haben diese Sitzung beendet. Bitte melden Sie sich erneut an und prüfen Sie Ihre Geräte im Sicherheitscenter.",
    },
    "password-changed": {
      subject: "Ihr Passwort wurde geändert",
      text: "Das Passwort Ihres {brand}-Kontos wurde geändert; andere Geräte wurden abgemeldet.",
    },
    "authenticator-bound": {
      subject: "Authenticator hinzugefügt",
      text: "Ihrem {brand}-Konto wurde eine Authenticator-App hinzugefügt. Ab jetzt werden deren Codes abgefragt.",
    },
    "authenticator-removed": {
      subject: "Authenticator entfernt",
      text: "Die Authenticator-App wurde aus Ihrem {brand}-Konto entfernt. Ihre Codes werden nicht mehr abgefragt.",
    },
    "passkey-added": {
      subject: "Passkey hinzugefügt",
      text: "Ihrem {brand}-Konto wurde ein Passkey hinzugefügt. Er kann zur Anmeldung verwendet werden.",
    },
    "passkey-removed": {
      subject: "Passkey entfernt",
      text: "Ein Passkey wurde aus Ihrem {brand}-Konto entfernt. Er kann nicht mehr zur Anmeldung verwendet werden.",
    },
    "oauth-linked": {
      subject: "{provider}-Konto verknüpft",
      text: "Ein {provider}-Konto wurde mit Ihrem {brand}-Konto verknüpft. Es kann zur Anmeldung verwendet werden.",
    },
    "oauth-unlinked": {
      subject: "Verknüpfung mit {provider} aufgehoben",
      text: "Die Verknüpfung eines {provider}-Kontos mit Ihrem {brand}-Konto wurde aufgehoben. Es kann nicht mehr zur Anmeldung verwendet werden.",
    },
    "contact-changed": {
      subject: "Ihre Kontaktdaten wurden geändert",
      text: "Die E-Mail-Adresse oder Telefonnummer Ihres {brand}-Kontos wurde geändert. Codes und Benachrichtigungen gehen ab jetzt an die neue.",
    },
    "factor-changed": {
      subject: "Zwei-Faktor-Authentifizierung geändert",
      text: "Die Verifizierung per E-Mail- oder SMS-Code wurde für Ihr {brand}-Konto ein- oder ausgeschaltet.",
    },
    "account-frozen": {
      subject: "Ihr Konto ist eingefroren",
      text: "Ihr {brand}-Konto wurde eingefroren. Niemand kann sich anmelden, per API handeln oder auszahlen, bis unser Support mit Ihnen geklärt hat, dass es sicher ist.",
    },
    "password-removed": {
      subject: "Legen Sie ein neues Passwort fest",
      text: "Zu Ihrem Schutz hat unser Support das Passwort Ihres {brand}-Kontos entfernt und alle Geräte abgemeldet. Legen Sie auf der Anmeldeseite über „Passwort vergessen?“ ein neues fest.",
    },
    "api-key-created": {
      subject: "API-Schlüssel erstellt",
      text: "Für Ihr {brand}-Konto wurde ein API-Schlüssel erstellt. Wer sein Geheimnis kennt, kann alles tun, was der Schlüssel erlaubt.",
    },
    "api-key-changed": {
      subject: "API-Schlüssel geändert",
      text: "Die Einstellungen eines API-Schlüssels Ihres {brand}-Kontos wurden geändert.",
    },
    "api-key-removed": {
      subject: "API-Schlüssel gelöscht",
      text: "Ein API-Schlüssel Ihres {brand}-Kontos wurde gelöscht. Er funktioniert nicht mehr.",
    },
    "withdrawal-address-added": {
      subject: "Auszahlungsadresse hinzugefügt",
      text: "Ihrem {brand}-Konto wurde eine Auszahlungsadresse hinzugefügt. Prüfen Sie jedes Zeichen. Sie kann nach 24 Stunden verwendet werden.",
    },
    "withdrawal-address-removed": {
      subject: "Auszahlungsadresse gelöscht",
      text: "Eine Auszahlungsadresse wurde aus Ihrem {brand}-Konto gelöscht.",
    },
    "withdrawal-address-allowed": {
      subject: "Auszahlungsadresse auf der Allowlist",
      text: "Eine Auszahlungsadresse wurde auf die Allowlist Ihres {brand}-Kontos gesetzt. Sie kann nach 24 Stunden verwendet werden.",
    },
    "withdrawal-list-off": {
      subject: "Auszahlungs-Allowlist ausgeschaltet",
      text: "Die Auszahlungs-Allowlist Ihres {brand}-Kontos wurde ausgeschaltet. In 24 Stunden kann an jede Adresse ausgezahlt werden.",
    },
    "withdrawal-confirm": {
      subject: "Bestätigen Sie Ihre Auszahlung",
      text: "Für Ihr {brand}-Konto wurde eine Auszahlung angefordert. Vergleichen Sie jedes Zeichen der Adresse und den Betrag und geben Sie diesen Code nur ein, wenn beides stimmt.",
    },
  },
  code: "Bestätigungscode",
  codeRules:
    "{minutes} Minuten gültig. Geben Sie ihn nur bei {brand} ein und niemals weiter: Unsere Mitarbeiter fragen nie danach.",
  codeUnasked: "Wenn Sie diesen Code nicht angefordert haben, ignorieren Sie diese Nachricht bitte.",
  codeUnaskedInside:
    "Wenn Sie diesen Code nicht angefordert haben, kennt möglicherweise jemand Ihr Passwort. Ändern Sie es sofort.",
  withdrawalsPaused: "Zu Ihrem Schutz sind Auszahlungen für 24 Stunden gesperrt.",
  notYou:
    "Wenn Sie das nicht waren, frieren Sie Ihr Konto sofort im Sicherheitscenter ein und wenden Sie sich an unseren Support.",
  facts: {
    time: "Zeit",
    device: "Gerät",
    ip: "IP-Adresse",
    country: "Ort",
    label: "Name",
    permissions: "Berechtigungen",
    amount: "Betrag",
    arrives: "Kommt an",
    network: "Netzwerk",
    address: "Adresse",
  },
  unknown: "Unbekannt",
  antiPhishing: "Anti-Phishing-Code",
  antiPhishingMeaning: "Sie haben ihn selbst gewählt. Eine E-Mail ohne ihn stammt nicht von {brand}.",
  automatic: "Diese Nachricht wurde automatisch versendet. Bitte antworten Sie nicht darauf.",
  smsCode: "{brand}-Code: {code}. {subject}. {minutes} Min. gültig. Niemals weitergeben.",
  smsNotice: "{brand}: {subject}. Waren Sie das nicht? Frieren Sie Ihr Konto sofort ein.",
};
