import type { MessageTexts } from "./shape.ts";

export const texts: MessageTexts = {
  "trigger-filled": ["{symbol}: سفارش شرطی پر شد", "{qty} در قیمت {price}."],
  "trigger-fired": ["{symbol}: سفارش فعال شد", "قیمت شرط رسید و سفارش ارسال شد."],
  "trigger-failed": [
    "{symbol}: سفارش شرطی ناموفق بود",
    "قیمت شرط رسید، اما سفارش رد شد. دلیل در تاریخچهٔ سفارش‌ها آمده است.",
  ],
  "margin-warned": [
    "نسبت مارجین در {asset} به {ratio} رسید",
    "در ۱۰۰٪ موقعیت‌ها لیکویید می‌شوند. مارجین اضافه کنید یا موقعیت‌ها را کم کنید.",
  ],
  "position-warned": [
    "{symbol}: نسبت مارجین به {ratio} رسید",
    "در ۱۰۰٪ موقعیت لیکویید می‌شود. مارجین اضافه کنید یا آن را کم کنید.",
  ],
  "pair-warned": [
    "{symbol}: سطح مارجین به {level} کاهش یافت",
    "پیش از لیکویید شدن جفت، وام را بازپرداخت کنید یا وثیقه اضافه کنید.",
  ],
  "liquidation-started": ["{symbol}: لیکویید شدن آغاز شد", "مارجین دیگر مارجین نگهداری را پوشش نمی‌دهد."],
  "position-liquidated": ["{symbol}: موقعیت لیکویید شد", "{qty} به موتور لیکوییداسیون منتقل شد."],
  "pair-liquidated": ["{symbol}: جفت مارجین لیکویید شد", "دارایی‌های آن برای بازپرداخت وام فروخته شد."],
  deleveraged: ["{symbol}: موقعیت با کاهش خودکار اهرم کوچک شد", "{qty} در برابر یک موقعیت لیکوییدشده بسته شد."],
  "price-above": ["{symbol} به {level} صعود کرد", "هشدار شما: معامله در {value}. هشدار اکنون خاموش است."],
  "price-below": ["{symbol} به {level} نزول کرد", "هشدار شما: معامله در {value}. هشدار اکنون خاموش است."],
  "funding-above": [
    "{symbol}: نرخ فاندینگ {level} یا بیشتر شد",
    "هشدار شما: نرخ بعدی {value} است. هشدار اکنون خاموش است.",
  ],
  "funding-below": [
    "{symbol}: نرخ فاندینگ {level} یا کمتر شد",
    "هشدار شما: نرخ بعدی {value} است. هشدار اکنون خاموش است.",
  ],
  "margin-above": ["نسبت مارجین در {symbol} به {level} رسید", "هشدار شما: اکنون {value} است. هشدار اکنون خاموش است."],
  "deposit-credited": ["واریز ثبت شد: {amount} {asset}", "در حساب شما در دسترس است."],
  "deposit-reversed": ["واریز برگشت خورد: {amount} {asset}", "شبکه تراکنش آن را برگرداند."],
  "withdrawal-sent": ["برداشت ارسال شد: {amount} {asset}", "در شبکه پرداخت شد."],
  "withdrawal-returned": ["برداشت برگشت: {amount} {asset}", "پرداخت نشد. مبلغ به حساب شما بازگشت."],
  "coupon-paid": ["کوپن پرداخت شد: {amount} {asset}", "در حساب شما در دسترس است."],
  "bonus-granted": ["Bonus granted: {amount} {asset}", "It is in Derivatives until it ends."],
  "bonus-ends-day": [
    "Your bonus ends within 24 hours: {amount} {asset}",
    "What is left of it returns to its campaign then. Free cash carries open margin instead.",
  ],
  "bonus-ends-hour": [
    "Your bonus ends within an hour: {amount} {asset}",
    "What is left of it returns to its campaign then. Free cash carries open margin instead.",
  ],
  "nickname-accepted": ["نام مستعار پذیرفته شد: {nickname}", "از این پس استفاده می‌شود."],
  "nickname-rejected": ["نام مستعار رد شد: {nickname}", "در بررسی پذیرفته نشد. می‌توانید نام دیگری بفرستید."],
  "identity-verified": ["هویت تأیید شد: سطح {level}", "سقف برداشت شما تابع این سطح است."],
  "identity-rejected": ["تأیید هویت ناموفق بود", "دلیل و گام بعدی در نمایهٔ شما آمده است."],
  "ticket-answered": ["پشتیبانی پاسخ داد: {subject}", "تیکت S-{number}. پاسخ را همان‌جا بخوانید و جواب بدهید."],
  "new-device": ["دستگاه جدید: {device}", "آی‌پی {ip}. اگر شما نبودید، نشست را پایان دهید و رمز عبور را عوض کنید."],
  "security-changed": ["تنظیمات امنیتی تغییر کرد", "جزئیات در ایمیل شماست. اگر شما نبودید، حساب را مسدود کنید."],
};
