import type { MessageTexts } from "./shape.ts";

export const texts: MessageTexts = {
  "trigger-filled": ["{symbol}: orden condicional ejecutada", "{qty} a {price}."],
  "trigger-fired": ["{symbol}: orden activada", "Se alcanzó el precio de activación y la orden se envió."],
  "trigger-failed": [
    "{symbol}: la orden condicional falló",
    "Se alcanzó el precio de activación, pero la orden fue rechazada. El motivo está en el historial de órdenes.",
  ],
  "margin-warned": [
    "El ratio de margen alcanzó {ratio} en {asset}",
    "Al 100 % se liquidan las posiciones. Añade margen o reduce posiciones.",
  ],
  "position-warned": [
    "{symbol}: el ratio de margen alcanzó {ratio}",
    "Al 100 % se liquida la posición. Añade margen o redúcela.",
  ],
  "pair-warned": [
    "{symbol}: el nivel de margen bajó a {level}",
    "Reembolsa el préstamo o añade garantía antes de que el par se liquide.",
  ],
  "liquidation-started": ["{symbol}: liquidación iniciada", "El margen ya no cubre el margen de mantenimiento."],
  "position-liquidated": ["{symbol}: posición liquidada", "El motor de liquidación asumió {qty}."],
  "pair-liquidated": ["{symbol}: par de margen liquidado", "Sus activos se vendieron para reembolsar el préstamo."],
  deleveraged: [
    "{symbol}: posición reducida por desapalancamiento automático",
    "{qty} se cerraron contra una posición liquidada.",
  ],
  "price-above": ["{symbol} subió a {level}", "Tu alerta: una operación a {value}. La alerta queda desactivada."],
  "price-below": ["{symbol} bajó a {level}", "Tu alerta: una operación a {value}. La alerta queda desactivada."],
  "funding-above": [
    "{symbol}: tasa de financiación en {level} o más",
    "Tu alerta: la próxima tasa es {value}. La alerta queda desactivada.",
  ],
  "funding-below": [
    "{symbol}: tasa de financiación en {level} o menos",
    "Tu alerta: la próxima tasa es {value}. La alerta queda desactivada.",
  ],
  "margin-above": [
    "El ratio de margen en {symbol} alcanzó {level}",
    "Tu alerta: ahora es {value}. La alerta queda desactivada.",
  ],
  "deposit-credited": ["Depósito abonado: {amount} {asset}", "Está disponible en tu cuenta."],
  "deposit-reversed": ["Depósito revertido: {amount} {asset}", "La blockchain ha revertido la transacción."],
  "withdrawal-sent": ["Retiro enviado: {amount} {asset}", "El pago se hizo en la red."],
  "withdrawal-returned": ["Retiro devuelto: {amount} {asset}", "No se pagó. El importe está de nuevo en tu cuenta."],
  "coupon-paid": ["Cupón abonado: {amount} {asset}", "Está disponible en tu cuenta."],
  "bonus-granted": ["Bono concedido: {amount} {asset}", "Está en Derivados hasta que termine."],
  "bonus-ends-day": [
    "Tu bono termina en menos de 24 horas: {amount} {asset}",
    "Lo que quede vuelve entonces a la campaña. En su lugar, tu saldo libre cubre el margen en uso.",
  ],
  "bonus-ends-hour": [
    "Tu bono termina en menos de una hora: {amount} {asset}",
    "Lo que quede vuelve entonces a la campaña. En su lugar, tu saldo libre cubre el margen en uso.",
  ],
  "nickname-accepted": ["Alias aceptado: {nickname}", "Se usa desde ahora."],
  "nickname-rejected": ["Alias rechazado: {nickname}", "No pasó la revisión. Puedes enviar otro."],
  "identity-verified": ["Identidad verificada: nivel {level}", "Tu límite de retiro depende de este nivel."],
  "identity-rejected": ["La verificación de identidad falló", "Tu perfil indica el motivo y qué hacer."],
  "ticket-answered": ["Soporte ha respondido: {subject}", "Ticket S-{number}. Lee la respuesta y contesta allí."],
  "new-device": ["Nuevo dispositivo: {device}", "IP {ip}. Si no fuiste tú, finaliza la sesión y cambia tu contraseña."],
  "security-changed": [
    "Ajustes de seguridad cambiados",
    "Los detalles están en tu correo. Si no fuiste tú, congela tu cuenta.",
  ],
};
