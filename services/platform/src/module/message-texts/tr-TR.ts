import type { MessageTexts } from "./shape.ts";

export const texts: MessageTexts = {
  "trigger-filled": ["{symbol}: tetiklemeli emir gerçekleşti", "{price} fiyatından {qty}."],
  "trigger-fired": ["{symbol}: emir tetiklendi", "Tetikleme fiyatına ulaşıldı ve emir gönderildi."],
  "trigger-failed": [
    "{symbol}: tetiklemeli emir başarısız",
    "Tetikleme fiyatına ulaşıldı ancak emir reddedildi. Nedeni emir geçmişinde.",
  ],
  "margin-warned": [
    "Teminat oranı {asset} için {ratio} oldu",
    "%100’de pozisyonlar likide edilir. Teminat ekleyin veya pozisyonları azaltın.",
  ],
  "position-warned": [
    "{symbol}: teminat oranı {ratio} oldu",
    "%100’de pozisyon likide edilir. Teminat ekleyin veya pozisyonu azaltın.",
  ],
  "pair-warned": [
    "{symbol}: teminat seviyesi {level} değerine düştü",
    "Parite likide edilmeden borcu geri ödeyin veya teminat ekleyin.",
  ],
  "liquidation-started": ["{symbol}: likidasyon başladı", "Teminat artık sürdürme teminatını karşılamıyor."],
  "position-liquidated": ["{symbol}: pozisyon likide edildi", "{qty} likidasyon motoru tarafından devralındı."],
  "pair-liquidated": ["{symbol}: marjin paritesi likide edildi", "Borcun ödenmesi için varlıkları satıldı."],
  deleveraged: [
    "{symbol}: pozisyon otomatik kaldıraç azaltma ile küçültüldü",
    "{qty} likide edilen bir pozisyona karşı kapatıldı.",
  ],
  "price-above": ["{symbol} {level} seviyesine yükseldi", "Alarmınız: {value} fiyatından işlem. Alarm artık kapalı."],
  "price-below": ["{symbol} {level} seviyesine düştü", "Alarmınız: {value} fiyatından işlem. Alarm artık kapalı."],
  "funding-above": [
    "{symbol}: fonlama oranı {level} veya üzerinde",
    "Alarmınız: sonraki fonlama oranı {value}. Alarm artık kapalı.",
  ],
  "funding-below": [
    "{symbol}: fonlama oranı {level} veya altında",
    "Alarmınız: sonraki fonlama oranı {value}. Alarm artık kapalı.",
  ],
  "margin-above": ["{symbol} teminat oranı {level} oldu", "Alarmınız: şu anda {value}. Alarm artık kapalı."],
  "deposit-credited": ["Yatırma hesaba geçti: {amount} {asset}", "Hesabınızda kullanılabilir."],
  "deposit-reversed": ["Yatırma geri alındı: {amount} {asset}", "Blok zinciri işlemi geri aldı."],
  "withdrawal-sent": ["Çekim gönderildi: {amount} {asset}", "Ağ üzerinden ödendi."],
  "withdrawal-returned": ["Çekim iade edildi: {amount} {asset}", "Ödenmedi. Tutar yeniden hesabınızda."],
  "coupon-paid": ["Kupon ödendi: {amount} {asset}", "Hesabınızda kullanılabilir."],
  "bonus-granted": ["Bonus verildi: {amount} {asset}", "Süresi bitene kadar Türevler hesabınızda kalır."],
  "bonus-ends-day": [
    "Bonusunuz 24 saat içinde sona eriyor: {amount} {asset}",
    "Kalan kısmı o zaman kampanyaya döner. Kullanılan teminatı bunun yerine serbest bakiyeniz karşılar.",
  ],
  "bonus-ends-hour": [
    "Bonusunuz bir saat içinde sona eriyor: {amount} {asset}",
    "Kalan kısmı o zaman kampanyaya döner. Kullanılan teminatı bunun yerine serbest bakiyeniz karşılar.",
  ],
  "nickname-accepted": ["Takma ad kabul edildi: {nickname}", "Artık kullanımda."],
  "nickname-rejected": ["Takma ad reddedildi: {nickname}", "İncelemeden geçmedi. Başka bir tane gönderebilirsiniz."],
  "identity-verified": ["Kimlik doğrulandı: seviye {level}", "Çekim limitiniz bu seviyeye göredir."],
  "identity-rejected": ["Kimlik doğrulama başarısız", "Nedeni ve sonraki adım profilinizde."],
  "ticket-answered": ["Destek yanıtladı: {subject}", "Talep S-{number}. Yanıtı orada okuyup cevap yazabilirsiniz."],
  "new-device": ["Yeni cihaz: {device}", "IP {ip}. Siz değilseniz oturumu sonlandırın ve şifrenizi değiştirin."],
  "security-changed": ["Güvenlik ayarları değişti", "Ayrıntılar e-postanızda. Siz değilseniz hesabınızı dondurun."],
};
