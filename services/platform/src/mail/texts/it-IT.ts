import type { MailTexts } from "./shape.ts";

export const texts: MailTexts = {
  codes: {
    register: {
      subject: "Conferma la registrazione",
      text: "Inserisci questo codice per completare l’apertura del tuo account {brand}.",
    },
    reset: {
      subject: "Reimposta la password",
      text: "Inserisci questo codice per impostare una nuova password per il tuo account {brand}.",
    },
    "sign-in": { subject: "Conferma l’accesso", text: "Inserisci questo codice per accedere al tuo account {brand}." },
    own: {
      subject: "Conferma una modifica di sicurezza",
      text: "Inserisci questo codice per confermare la modifica al tuo account {brand}.",
    },
    bind: {
      subject: "Conferma il nuovo contatto",
      text: "Inserisci questo codice per aggiungere questo contatto al tuo account {brand}.",
    },
  },
  notice: {
    "new-device": {
      subject: "Nuovo accesso al tuo account",
      text: "È stato effettuato un accesso al tuo account {brand} da un dispositivo o luogo mai usato prima.",
    },
    "session-stolen": {
      subject: "Sessione chiusa per proteggerti",
      text: "Una sessione del tuo account {brand} è stata usata due volte, come se fosse stata copiata. L’abbiamo chiusa. Accedi di nuovo e controlla i dispositivi nel Centro sicurezza.",
    },
    "password-changed": {
      subject: "La tua password è stata modificata",
      text: "La password del tuo account {brand} è stata modificata e gli altri dispositivi sono stati disconnessi.",
    },
    "authenticator-bound": {
      subject: "Autenticatore aggiunto",
      text: "Un’app di autenticazione è stata aggiunta al tuo account {brand}. D’ora in poi verranno richiesti i suoi codici.",
    },
    "authenticator-removed": {
      subject: "Autenticatore rimosso",
      text: "L’app di autenticazione è stata rimossa dal tuo account {brand}. I suoi codici non verranno più richiesti.",
    },
    "passkey-added": {
      subject: "Passkey aggiunta",
      text: "Una passkey è stata aggiunta al tuo account {brand}. Può essere usata per accedere.",
    },
    "passkey-removed": {
      subject: "Passkey rimossa",
      text: "Una passkey è stata rimossa dal tuo account {brand}. Non può più essere usata per accedere.",
    },
    "oauth-linked": {
      subject: "Account {provider} collegato",
      text: "Un account {provider} è stato collegato al tuo account {brand}. Può essere usato per accedere.",
    },
    "oauth-unlinked": {
      subject: "Account {provider} scollegato",
      text: "Un account {provider} è stato scollegato dal tuo account {brand}. Non può più essere usato per accedere.",
    },
    "contact-changed": {
      subject: "I tuoi recapiti sono stati modificati",
      text: "L’email o il numero di telefono del tuo account {brand} è stato modificato. Codici e avvisi arriveranno al nuovo recapito.",
    },
    "factor-changed": {
      subject: "La verifica in due passaggi è stata modificata",
      text: "La verifica con codice via email o SMS è stata attivata o disattivata per il tuo account {brand}.",
    },
    "account-frozen": {
      subject: "Il tuo account è congelato",
      text: "Il tuo account {brand} è stato congelato. Nessuno può accedere, operare via API o prelevare finché la nostra assistenza non avrà verificato con te che è tutto in ordine.",
    },
    "password-removed": {
      subject: "Imposta una nuova password",
      text: "Per proteggere il tuo account {brand}, l’assistenza ha rimosso la password e disconnesso tutti i dispositivi. Impostane una nuova con «Password dimenticata?» nella pagina di accesso.",
    },
    "api-key-created": {
      subject: "Chiave API creata",
      text: "È stata creata una chiave API per il tuo account {brand}. Chi possiede il suo segreto può fare ciò che la chiave consente.",
    },
    "api-key-changed": {
      subject: "Chiave API modificata",
      text: "Le impostazioni di una chiave API del tuo account {brand} sono state modificate.",
    },
    "api-key-removed": {
      subject: "Chiave API eliminata",
      text: "Una chiave API del tuo account {brand} è stata eliminata. Non funziona più.",
    },
    "withdrawal-address-added": {
      subject: "Indirizzo di prelievo aggiunto",
      text: "Un indirizzo di prelievo è stato aggiunto al tuo account {brand}. Controllane ogni carattere. Sarà utilizzabile dopo 24 ore.",
    },
    "withdrawal-address-removed": {
      subject: "Indirizzo di prelievo eliminato",
      text: "Un indirizzo di prelievo è stato eliminato dal tuo account {brand}.",
    },
    "withdrawal-address-allowed": {
      subject: "Indirizzo di prelievo in whitelist",
      text: "Un indirizzo di prelievo è stato inserito nella whitelist del tuo account {brand}. Sarà utilizzabile dopo 24 ore.",
    },
    "withdrawal-list-off": {
      subject: "Whitelist dei prelievi disattivata",
      text: "La whitelist dei prelievi del tuo account {brand} è stata disattivata. Tra 24 ore si potrà prelevare verso qualsiasi indirizzo.",
    },
    "withdrawal-confirm": {
      subject: "Conferma il tuo prelievo",
      text: "È stato richiesto un prelievo dal tuo account {brand}. Confronta ogni carattere dell’indirizzo e l’importo e inserisci questo codice solo se entrambi sono corretti.",
    },
  },
  code: "Codice di verifica",
  codeRules:
    "Valido per {minutes} minuti. Inseriscilo solo su {brand} e non condividerlo: il nostro personale non te lo chiederà mai.",
  codeUnasked: "Se non hai richiesto questo codice, ignora questo messaggio.",
  codeUnaskedInside:
    "Se non hai richiesto questo codice, qualcuno potrebbe conoscere la tua password. Cambiala subito.",
  withdrawalsPaused: "Per proteggerti, i prelievi sono sospesi per 24 ore.",
  notYou: "Se non sei stato tu, congela subito il tuo account nel Centro sicurezza e contatta la nostra assistenza.",
  facts: {
    time: "Ora",
    device: "Dispositivo",
    ip: "Indirizzo IP",
    country: "Luogo",
    label: "Nome",
    permissions: "Permessi",
    amount: "Importo",
    arrives: "Importo in arrivo",
    network: "Rete",
    address: "Indirizzo",
  },
  unknown: "Sconosciuto",
  antiPhishing: "Codice anti-phishing",
  antiPhishingMeaning: "L’hai scelto tu. Un’email che non lo contiene non proviene da {brand}.",
  automatic: "Questo messaggio è stato inviato automaticamente. Non rispondere.",
  smsCode: "Codice {brand}: {code}. {subject}. Valido {minutes} min. Non condividerlo.",
  smsNotice: "{brand}: {subject}. Non sei stato tu? Congela subito l’account.",
};
