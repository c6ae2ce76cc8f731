import type { MessageTexts } from "./shape.ts";

export const texts: MessageTexts = {
  "trigger-filled": ["{symbol}: условный ордер исполнен", "{qty} по {price}."],
  "trigger-fired": ["{symbol}: ордер сработал", "Цена достигнута, ордер отправлен."],
  "trigger-failed": [
    "{symbol}: условный ордер не выполнен",
    "Цена достигнута, но ордер отклонён. Причина указана в истории ордеров.",
  ],
  "margin-warned": [
    "Коэффициент маржи достиг {ratio} в {asset}",
    "При 100% позиции ликвидируются. Добавьте маржу или сократите позиции.",
  ],
  "position-warned": [
    "{symbol}: коэффициент маржи достиг {ratio}",
    "При 100% позиция ликвидируется. Добавьте маржу или сократите позицию.",
  ],
  "pair-warned": [
    "{symbol}: уровень маржи упал до {level}",
    "Погасите заём или добавьте обеспечение до ликвидации пары.",
  ],
  "liquidation-started": ["{symbol}: началась ликвидация", "Маржа больше не покрывает поддерживающую маржу."],
  "position-liquidated": ["{symbol}: позиция ликвидирована", "{qty} переданы механизму ликвидации."],
  "pair-liquidated": ["{symbol}: маржинальная пара ликвидирована", "Активы проданы для погашения займа."],
  deleveraged: ["{symbol}: позиция сокращена авто-делевериджем", "{qty} закрыты против ликвидированной позиции."],
  "price-above": ["{symbol} вырос до {level}", "Ваше оповещение: сделка по {value}. Оповещение выключено."],
  "price-below": ["{symbol} упал до {level}", "Ваше оповещение: сделка по {value}. Оповещение выключено."],
  "funding-above": [
    "{symbol}: ставка финансирования {level} или выше",
    "Ваше оповещение: следующая ставка {value}. Оповещение выключено.",
  ],
  "funding-below": [
    "{symbol}: ставка финансирования {level} или ниже",
    "Ваше оповещение: следующая ставка {value}. Оповещение выключено.",
  ],
  "margin-above": [
    "Коэффициент маржи в {symbol} достиг {level}",
    "Ваше оповещение: сейчас {value}. Оповещение выключено.",
  ],
  "deposit-credited": ["Депозит зачислен: {amount} {asset}", "Средства доступны на вашем счёте."],
  "deposit-reversed": ["Депозит отменён: {amount} {asset}", "Сеть отменила транзакцию."],
  "withdrawal-sent": ["Вывод отправлен: {amount} {asset}", "Он выплачен в сети."],
  "withdrawal-returned": ["Вывод возвращён: {amount} {asset}", "Он не был выплачен. Сумма снова на вашем счёте."],
  "coupon-paid": ["Купон выплачен: {amount} {asset}", "Средства доступны на вашем счёте."],
  "bonus-granted": ["Bonus granted: {amount} {asset}", "It is in Derivatives until it ends."],
  "bonus-ends-day": [
    "Your bonus ends within 24 hours: {amount} {asset}",
    "What is left of it returns to its campaign then. Free cash carries open margin instead.",
  ],
  "bonus-ends-hour": [
    "Your bonus ends within an hour: {amount} {asset}",
    "What is left of it returns to its campaign then. Free cash carries open margin instead.",
  ],
  "nickname-accepted": ["Никнейм принят: {nickname}", "Теперь используется он."],
  "nickname-rejected": ["Никнейм отклонён: {nickname}", "Он не прошёл проверку. Можно отправить другой."],
  "identity-verified": ["Личность подтверждена: уровень {level}", "Лимит вывода соответствует этому уровню."],
  "identity-rejected": ["Проверка личности не пройдена", "Причина и дальнейшие шаги указаны в профиле."],
  "ticket-answered": ["Поддержка ответила: {subject}", "Обращение S-{number}. Прочитайте ответ и напишите там же."],
  "new-device": ["Новое устройство: {device}", "IP {ip}. Если это были не вы, завершите сеанс и смените пароль."],
  "security-changed": [
    "Настройки безопасности изменены",
    "Подробности в письме. Если это были не вы, заморозьте аккаунт.",
  ],
};
