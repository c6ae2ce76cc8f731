import type { MessageTexts } from "./shape.ts";

export const texts: MessageTexts = {
  "trigger-filled": ["{symbol} : ordre conditionnel exécuté", "{qty} à {price}."],
  "trigger-fired": ["{symbol} : ordre déclenché", "Le prix a été atteint et l’ordre envoyé."],
  "trigger-failed": [
    "{symbol} : échec de l’ordre conditionnel",
    "Le prix a été atteint, mais l’ordre a été refusé. L’historique des ordres indique pourquoi.",
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
  "liquidation-started": ["{symbol} : liquidation commencée", "La marge ne couvre plus la marge de maintenance."],
  "position-liquidated": ["{symbol} : position liquidée", "{qty} sont passés au moteur de liquidation."],
  "pair-liquidated": ["{symbol} : paire sur marge liquidée", "Ses actifs ont été vendus pour rembourser le prêt."],
  deleveraged: [
    "{symbol} : position réduite par auto-deleveraging",
    "{qty} ont été clôturés contre une position liquidée.",
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
    "{symbol} : taux de financement à {level} ou plus",
    "Votre alerte : le prochain taux est de {value}. L’alerte est désormais désactivée.",
  ],
  "funding-below": [
    "{symbol} : taux de financement à {level} ou moins",
    "Votre alerte : le prochain taux est de {value}. L’alerte est désormais désactivée.",
  ],
  "margin-above": [
    "Le ratio de marge en {symbol} a atteint {level}",
    "Votre alerte : il est de {value}. L’alerte est désormais désactivée.",
  ],
  "deposit-credited": ["Dépôt crédité : {amount} {asset}", "Il est disponible sur votre compte."],
  "deposit-reversed": ["Dépôt annulé : {amount} {asset}", "Le réseau a annulé sa transaction."],
  "withdrawal-sent": ["Retrait envoyé : {amount} {asset}", "Il a été payé sur le réseau."],
  "withdrawal-returned": [
    "Retrait restitué : {amount} {asset}",
    "Il n’a pas été payé. Le montant est de retour sur votre compte.",
  ],
  "coupon-paid": ["Coupon versé : {amount} {asset}", "Il est disponible sur votre compte."],
  "bonus-granted": ["Bonus accordé : {amount} {asset}", "Il reste sur le compte Dérivés jusqu’à son expiration."],
  "bonus-ends-day": [
    "Votre bonus expire dans moins de 24 heures : {amount} {asset}",
    "Ce qu’il en reste retourne alors à sa campagne. Vos fonds libres couvrent à sa place la marge engagée.",
  ],
  "bonus-ends-hour": [
    "Votre bonus expire dans moins d’une heure : {amount} {asset}",
    "Ce qu’il en reste retourne alors à sa campagne. Vos fonds libres couvrent à sa place la marge engagée.",
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
    "Ticket S-{number}. Lisez la réponse et répondez sur cette page.",
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
