import type { MessageTexts } from "./shape.ts";

export const texts: MessageTexts = {
  "trigger-filled": ["{symbol}: Trigger-Order ausgeführt", "{qty} zu {price}."],
  "trigger-fired": ["{symbol}: Order ausgelöst", "Der Trigger-Preis wurde erreicht und die Order gesendet."],
  "trigger-failed": [
    "{symbol}: Trigger-Order fehlgeschlagen",
    "Der Trigger-Preis wurde erreicht, die Order aber abgelehnt. Der Grund steht in der Orderhistorie.",
  ],
  "margin-warned": [
    "Margin-Quote hat {ratio} erreicht ({asset})",
    "Bei 100 % werden Positionen liquidiert. Fügen Sie Margin hinzu oder verkleinern Sie Positionen.",
  ],
  "position-warned": [
    "{symbol}: Margin-Quote hat {ratio} erreicht",
    "Bei 100 % wird die Position liquidiert. Fügen Sie Margin hinzu oder verkleinern Sie die Position.",
  ],
  "pair-warned": [
    "{symbol}: Margin-Level auf {level} gefallen",
    "Zahlen Sie zurück oder erhöhen Sie die Sicherheiten, bevor das Paar liquidiert wird.",
  ],
  "liquidation-started": ["{symbol}: Liquidation begonnen", "Die Margin deckt die Erhaltungsmargin nicht mehr."],
  "position-liquidated": ["{symbol}: Position liquidiert", "{qty} wurden von der Liquidations-Engine übernommen."],
  "pair-liquidated": [
    "{symbol}: Margin-Paar liquidiert",
    "Die Bestände wurden verkauft, um den Kredit zurückzuzahlen.",
  ],
  deleveraged: [
    "{symbol}: Position durch Auto-Deleveraging verkleinert",
    "{qty} wurden gegen eine liquidierte Position geschlossen.",
  ],
  "price-above": ["{symbol} ist auf {level} gestiegen", "Ihr Alarm: ein Trade zu {value}. Der Alarm ist jetzt aus."],
  "price-below": ["{symbol} ist auf {level} gefallen", "Ihr Alarm: ein Trade zu {value}. Der Alarm ist jetzt aus."],
  "funding-above": [
    "{symbol}: Funding-Rate bei oder über {level}",
    "Ihr Alarm: Die nächste Rate beträgt {value}. Der Alarm ist jetzt aus.",
  ],
  "funding-below": [
    "{symbol}: Funding-Rate bei oder unter {level}",
    "Ihr Alarm: Die nächste Rate beträgt {value}. Der Alarm ist jetzt aus.",
  ],
  "margin-above": [
    "Margin-Quote in {symbol} hat {level} erreicht",
    "Ihr Alarm: Sie beträgt {value}. Der Alarm ist jetzt aus.",
  ],
  "deposit-credited": ["Einzahlung gutgeschrieben: {amount} {asset}", "Der Betrag ist auf Ihrem Konto verfügbar."],
  "deposit-reversed": [
    "Einzahlung zurückgenommen: {amount} {asset}",
    "Die Blockchain hat die Transaktion rückgängig gemacht.",
  ],
  "withdrawal-sent": ["Auszahlung gesendet: {amount} {asset}", "Sie wurde im Netzwerk ausgezahlt."],
  "withdrawal-returned": [
    "Auszahlung zurückgegeben: {amount} {asset}",
    "Sie wurde nicht ausgezahlt. Der Betrag ist wieder auf Ihrem Konto.",
  ],
  "coupon-paid": ["Coupon ausgezahlt: {amount} {asset}", "Der Betrag ist auf Ihrem Konto verfügbar."],
  "bonus-granted": ["Bonus gutgeschrieben: {amount} {asset}", "Er steht im Derivate-Konto, bis er endet."],
  "bonus-ends-day": [
    "Ihr Bonus endet innerhalb von 24 Stunden: {amount} {asset}",
    "Was davon übrig ist, geht dann an die Kampagne zurück. Gebundene Margin wird stattdessen aus Ihrem freien Guthaben gestellt.",
  ],
  "bonus-ends-hour": [
    "Ihr Bonus endet innerhalb einer Stunde: {amount} {asset}",
    "Was davon übrig ist, geht dann an die Kampagne zurück. Gebundene Margin wird stattdessen aus Ihrem freien Guthaben gestellt.",
  ],
  "nickname-accepted": ["Nickname angenommen: {nickname}", "Er wird ab jetzt verwendet."],
  "nickname-rejected": [
    "Nickname abgelehnt: {nickname}",
    "Er hat die Prüfung nicht bestanden. Sie können einen anderen einreichen.",
  ],
  "identity-verified": ["Identität verifiziert: Stufe {level}", "Ihr Auszahlungslimit richtet sich nach dieser Stufe."],
  "identity-rejected": [
    "Identitätsprüfung fehlgeschlagen",
    "In Ihrem Profil stehen der Grund und der nächste Schritt.",
  ],
  "ticket-answered": [
    "Der Support hat geantwortet: {subject}",
    "Ticket S-{number}. Dort lesen Sie die Antwort und können zurückschreiben.",
  ],
  "new-device": [
    "Neues Gerät: {device}",
    "IP {ip}. Waren Sie das nicht, beenden Sie die Sitzung und ändern Sie Ihr Passwort.",
  ],
  "security-changed": [
    "Sicherheitseinstellungen geändert",
    "Einzelheiten stehen in Ihrer E-Mail. Waren Sie das nicht, frieren Sie Ihr Konto ein.",
  ],
};
