import type { MessageTexts } from "./shape.ts";

export const texts: MessageTexts = {
  "trigger-filled": ["{symbol}: ordine condizionale eseguito", "{qty} a {price}."],
  "trigger-fired": ["{symbol}: ordine attivato", "Il prezzo di attivazione è stato raggiunto e l’ordine inviato."],
  "trigger-failed": [
    "{symbol}: ordine condizionale non riuscito",
    "Il prezzo di attivazione è stato raggiunto, ma l’ordine è stato rifiutato. Il motivo è nello storico ordini.",
  ],
  "margin-warned": [
    "Il margin ratio ha raggiunto {ratio} in {asset}",
    "Al 100% le posizioni vengono liquidate. Aggiungi margine o riduci le posizioni.",
  ],
  "position-warned": [
    "{symbol}: il margin ratio ha raggiunto {ratio}",
    "Al 100% la posizione viene liquidata. Aggiungi margine o riducila.",
  ],
  "pair-warned": [
    "{symbol}: il livello di margine è sceso a {level}",
    "Rimborsa o aggiungi garanzie prima che la coppia venga liquidata.",
  ],
  "liquidation-started": ["{symbol}: liquidazione iniziata", "Il margine non copre più il margine di mantenimento."],
  "position-liquidated": ["{symbol}: posizione liquidata", "{qty} sono stati rilevati dal motore di liquidazione."],
  "pair-liquidated": [
    "{symbol}: coppia a margine liquidata",
    "I suoi asset sono stati venduti per rimborsare il prestito.",
  ],
  deleveraged: [
    "{symbol}: posizione ridotta dall’auto-deleveraging",
    "{qty} sono stati chiusi contro una posizione liquidata.",
  ],
  "price-above": ["{symbol} è salito a {level}", "Il tuo avviso: uno scambio a {value}. L’avviso ora è disattivato."],
  "price-below": ["{symbol} è sceso a {level}", "Il tuo avviso: uno scambio a {value}. L’avviso ora è disattivato."],
  "funding-above": [
    "{symbol}: tasso di funding pari o superiore a {level}",
    "Il tuo avviso: il prossimo tasso è {value}. L’avviso ora è disattivato.",
  ],
  "funding-below": [
    "{symbol}: tasso di funding pari o inferiore a {level}",
    "Il tuo avviso: il prossimo tasso è {value}. L’avviso ora è disattivato.",
  ],
  "margin-above": [
    "Il margin ratio in {symbol} ha raggiunto {level}",
    "Il tuo avviso: ora è {value}. L’avviso ora è disattivato.",
  ],
  "deposit-credited": ["Deposito accreditato: {amount} {asset}", "È disponibile sul tuo conto."],
  "deposit-reversed": ["Deposito annullato: {amount} {asset}", "La blockchain ha annullato la transazione."],
  "withdrawal-sent": ["Prelievo inviato: {amount} {asset}", "Il pagamento è stato eseguito sulla rete."],
  "withdrawal-returned": [
    "Prelievo restituito: {amount} {asset}",
    "Non è stato pagato. L’importo è di nuovo sul tuo conto.",
  ],
  "coupon-paid": ["Coupon pagato: {amount} {asset}", "È disponibile sul tuo conto."],
  "bonus-granted": ["Bonus accreditato: {amount} {asset}", "Resta in Derivati finché non termina."],
  "bonus-ends-day": [
    "Il tuo bonus termina entro 24 ore: {amount} {asset}",
    "Ciò che ne resta torna allora alla campagna. Al suo posto, la tua liquidità libera copre il margine in uso.",
  ],
  "bonus-ends-hour": [
    "Il tuo bonus termina entro un’ora: {amount} {asset}",
    "Ciò che ne resta torna allora alla campagna. Al suo posto, la tua liquidità libera copre il margine in uso.",
  ],
  "nickname-accepted": ["Nickname accettato: {nickname}", "È in uso da ora."],
  "nickname-rejected": ["Nickname rifiutato: {nickname}", "Non ha superato la verifica. Puoi inviarne un altro."],
  "identity-verified": ["Identità verificata: livello {level}", "Il tuo limite di prelievo segue questo livello."],
  "identity-rejected": ["Verifica dell’identità non riuscita", "Il tuo profilo indica il motivo e cosa fare."],
  "ticket-answered": ["L’assistenza ha risposto: {subject}", "Ticket S-{number}. Leggi la risposta e rispondi da lì."],
  "new-device": [
    "Nuovo dispositivo: {device}",
    "IP {ip}. Se non sei stato tu, chiudi la sessione e cambia la password.",
  ],
  "security-changed": [
    "Impostazioni di sicurezza modificate",
    "I dettagli sono nella tua email. Se non sei stato tu, congela l’account.",
  ],
};
