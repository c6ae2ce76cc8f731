import type { MessageTexts } from "./shape.ts";

export const texts: MessageTexts = {
  "trigger-filled": ["{symbol} : ordre à déclenchement exécuté", "{qty} à {price}."],
  "trigger-fired": ["{symbol} : ordre déclenché", "Le prix de déclenchement a été atteint et l’ordre envoyé."],
  "trigger-failed": [
    "{symbol} : échec de l’ordre à déclenchement",
    "Le prix de déclenchement a été atteint, mais l’ordre a été refusé. L’historique des ordres indique pourquoi.",
  ],
  "margin-warned": [
    "Le ratio de marge a atteint {ratio} en {asset}",
    "À 100 %, les positions sont liquidées. Ajoutez de la marge ou réduisez vos positions.",
  ],
  "position-warned": [
    "{symbol} : le ratio de marge a atteint {ratio}",
    "À 100 %, la position est liquidée. Ajoutez de la marge ou réduisez-la.",
  ],
  "pair-warned": [
    "{symbol} : le niveau de marge est tombé à {level}",
    "Remboursez ou ajoutez des garanties avant la liquidation de la paire.",
  ],
  "liquidation-started": ["{symbol} : liquidation commencée", "La marge ne couvre plus la marge de maintien."],
  "position-liquidated": ["{symbol} : position liquidée", "{qty} ont été repris par le moteur de liquidation."],
  "pair-liquidated": ["{symbol} : paire sur marge liquidée", "Ses actifs ont été vendus pour rembourser l’emprunt."],
  deleveraged: [
    "{symbol} : position réduite par auto-deleveraging",
    "{qty} ont été fermés contre une position liquidée.",
  ],
  "price-above": [
    "{symbol} est monté à {level}",
    "Votre alerte : une transaction à {value}. L’alerte est désormais désactivée.",
  ],
  "price-below": [
    "{symbol} est descendu à {level}",
    "Votre alerte : une transaction à {value}. L’alerte est désormais désactivée.",
  ],
  "funding-above": [
    "{symbol} : taux de funding à {level} ou plus",
    "Votre alerte : le prochain taux est de {value}. L’alerte est désormais désactivée.",
  ],
  "funding-below": [
    "{symbol} : taux de funding à {level} ou moins",
    "Votre alerte : le prochain taux est de {value}. L’alerte est désormais désactivée.",
  ],
  "margin-above": [
    "Le ratio de marge en {symbol} a atteint {level}",
    "Votre alerte : il est de {value}. L’alerte est désormais désactivée.",
  ],
  "deposit-credited": ["Dépôt crédité : {amount} {asset}", "Il est disponible sur votre compte."],
  "deposit-reversed": ["Dépôt annulé : {amount} {asset}", "La blockchain a annulé la transaction."],
  "withdrawal-sent": ["Retrait envoyé : {amount} {asset}", "Le paiement a été effectué sur le réseau."],
  "withdrawal-returned": [
    "Retrait restitué : {amount} {asset}",
    "Il n’a pas été payé. Le montant est de retour sur votre compte.",
  ],
  "coupon-paid": ["Coupon versé : {amount} {asset}", "Il est disponible sur votre compte."],
  "bonus-granted": ["Bonus accordé : {amount} {asset}", "Il reste sur le compte Dérivés jusqu’à son expiration."],
  "bonus-ends-day": [
    "Votre bonus expire dans moins de 24 heures : {amount} {asset}",
    "Ce qu’il en reste retourne alors à la campagne. Vos fonds libres couvrent à sa place la marge utilisée.",
  ],
  "bonus-ends-hour": [
    "Votre bonus expire dans moins d’une heure : {amount} {asset}",
    "Ce qu’il en reste retourne alors à la campagne. Vos fonds libres couvrent à sa place la marge utilisée.",
  ],
  "nickname-accepted": ["Pseudo accepté : {nickname}", "Il est désormais utilisé."],
  "nickname-rejected": [
    "Pseudo refusé : {nickname}",
    "Il n’a pas passé la vérification. Vous pouvez en proposer un autre.",
  ],
  "identity-verified": ["Identité vérifiée : niveau {level}", "Votre limite de retrait suit ce niveau."],
  "identity-rejected": ["Échec de la vérification d’identité", "Votre profil indique pourquoi et que faire ensuite."],
  "ticket-answered": [
    "Le support a répondu : {subject}",
    "Ticket S-{number}. Lisez la réponse et répondez au même endroit.",
  ],
  "new-device": [
    "Nouvel appareil : {device}",
    "IP {ip}. Si ce n’était pas vous, fermez la session et changez de mot de passe.",
  ],
  "security-changed": [
    "Paramètres de sécurité modifiés",
    "Les détails sont dans votre e-mail. Si ce n’était pas vous, gelez votre compte.",
  ],
};
