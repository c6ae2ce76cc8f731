import type { MailTexts } from "./shape.ts";

export const texts: MailTexts = {
  codes: {
    register: {
      subject: "Confirmez votre inscription",
      text: "Saisissez ce code pour terminer l’ouverture de votre compte {brand}.",
    },
    reset: {
      subject: "Réinitialisez votre mot de passe",
      text: "Saisissez ce code pour définir un nouveau mot de passe pour votre compte {brand}.",
    },
    "sign-in": {
      subject: "Confirmez votre connexion",
      text: "Saisissez ce code pour vous connecter à votre compte {brand}.",
    },
    own: {
      subject: "Confirmez une modification de sécurité",
      text: "Saisissez ce code pour confirmer la modification de votre compte {brand}.",
    },
    bind: {
      subject: "Confirmez votre nouveau contact",
      text: "Saisissez ce code pour ajouter ce contact à votre compte {brand}.",
    },
  },
  notice: {
    "new-device": {
      subject: "Nouvelle connexion à votre compte",
      text: "Une connexion à votre compte {brand} a eu lieu depuis un appareil ou un lieu jamais utilisé auparavant.",
    },
    "session-stolen": {
      subject: "Session fermée pour vous protéger",
      text: "Une session de votre compte {brand} a été utilisée deux fois, comme si elle avait été copiée. Nous l’avons fermée. Reconnectez-vous et vérifiez vos appareils dans le Centre de sécurité.",
    },
    "password-changed": {
      subject: "Votre mot de passe a été modifié",
      text: "Le mot de passe de votre compte {brand} a été modifié et les autres appareils ont été déconnectés.",
    },
    "authenticator-bound": {
      subject: "Authentificateur ajouté",
      text: "Une application d’authentification a été ajoutée à votre compte {brand}. Ses codes seront désormais demandés.",
    },
    "authenticator-removed": {
      subject: "Authentificateur retiré",
      text: "L’application d’authentification a été retirée de votre compte {brand}. Ses codes ne seront plus demandés.",
    },
    "passkey-added": {
      subject: "Clé d’accès ajoutée",
      text: "Une clé d’accès a été ajoutée à votre compte {brand}. Elle permet de se connecter.",
    },
    "passkey-removed": {
      subject: "Clé d’accès retirée",
      text: "Une clé d’accès a été retirée de votre compte {brand}. Elle ne permet plus de se connecter.",
    },
    "oauth-linked": {
      subject: "Compte {provider} associé",
      text: "Un compte {provider} a été associé à votre compte {brand}. Il permet de se connecter.",
    },
    "oauth-unlinked": {
      subject: "Compte {provider} dissocié",
      text: "Un compte {provider} a été dissocié de votre compte {brand}. Il ne permet plus de se connecter.",
    },
    "contact-changed": {
      subject: "Vos coordonnées ont été modifiées",
      text: "L’adresse e-mail ou le numéro de téléphone de votre compte {brand} a été modifié. Les codes et notifications sont désormais envoyés aux nouvelles coordonnées.",
    },
    "factor-changed": {
      subject: "Votre double authentification a été modifiée",
      text: "La vérification par code e-mail ou SMS a été activée ou désactivée pour votre compte {brand}.",
    },
    "account-frozen": {
      subject: "Votre compte est gelé",
      text: "Votre compte {brand} a été gelé. Personne ne peut se connecter, trader par API ni retirer des fonds tant que notre support n’a pas vérifié avec vous que tout est en ordre.",
    },
    "password-removed": {
      subject: "Définissez un nouveau mot de passe",
      text: "Pour protéger votre compte {brand}, notre support a supprimé le mot de passe et déconnecté tous les appareils. Définissez-en un nouveau avec « Mot de passe oublié ? » sur la page de connexion.",
    },
    "api-key-created": {
      subject: "Clé API créée",
      text: "Une clé API a été créée pour votre compte {brand}. Quiconque détient son secret peut faire ce que la clé autorise.",
    },
    "api-key-changed": {
      subject: "Clé API modifiée",
      text: "Les paramètres d’une clé API de votre compte {brand} ont été modifiés.",
    },
    "api-key-removed": {
      subject: "Clé API supprimée",
      text: "Une clé API de votre compte {brand} a été supprimée. Elle ne fonctionne plus.",
    },
    "withdrawal-address-added": {
      subject: "Adresse de retrait ajoutée",
      text: "Une adresse de retrait a été ajoutée à votre compte {brand}. Vérifiez-en chaque caractère. Elle sera utilisable dans 24 heures.",
    },
    "withdrawal-address-removed": {
      subject: "Adresse de retrait supprimée",
      text: "Une adresse de retrait a été supprimée de votre compte {brand}.",
    },
    "withdrawal-address-allowed": {
      subject: "Adresse de retrait mise en liste blanche",
      text: "Une adresse de retrait a été ajoutée à la liste blanche de votre compte {brand}. Elle sera utilisable dans 24 heures.",
    },
    "withdrawal-list-off": {
      subject: "Liste blanche des retraits désactivée",
      text: "La liste blanche des retraits de votre compte {brand} a été désactivée. Dans 24 heures, les retraits pourront aller vers n’importe quelle adresse.",
    },
    "withdrawal-confirm": {
      subject: "Confirmez votre retrait",
      text: "Un retrait de votre compte {brand} a été demandé. Comparez chaque caractère de l’adresse et le montant, et saisissez ce code uniquement si les deux sont corrects.",
    },
  },
  code: "Code de vérification",
  codeRules:
    "Valable {minutes} minutes. Ne le saisissez que sur {brand} et ne le communiquez à personne : nos équipes ne vous le demanderont jamais.",
  codeUnasked: "Si vous n’avez pas demandé ce code, ignorez ce message.",
  codeUnaskedInside:
    "Si vous n’avez pas demandé ce code, quelqu’un connaît peut-être votre mot de passe. Changez-le immédiatement.",
  withdrawalsPaused: "Pour votre protection, les retraits sont suspendus pendant 24 heures.",
  notYou:
    "Si ce n’était pas vous, gelez immédiatement votre compte dans le Centre de sécurité et contactez notre support.",
  facts: {
    time: "Date",
    device: "Appareil",
    ip: "Adresse IP",
    country: "Lieu",
    label: "Nom",
    permissions: "Autorisations",
    amount: "Montant",
    arrives: "Montant reçu",
    network: "Réseau",
    address: "Adresse",
  },
  unknown: "Inconnu",
  antiPhishing: "Code anti-hameçonnage",
  antiPhishingMeaning: "Vous l’avez choisi vous-même. Un e-mail qui ne le contient pas ne vient pas de {brand}.",
  automatic: "Ce message a été envoyé automatiquement. Merci de ne pas y répondre.",
  smsCode: "Code {brand} : {code}. {subject}. Valable {minutes} min. Ne le communiquez à personne.",
  smsNotice: "{brand} : {subject}. Ce n’était pas vous ? Gelez votre compte immédiatement.",
};
