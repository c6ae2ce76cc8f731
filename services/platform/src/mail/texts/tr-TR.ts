import type { MailTexts } from "./shape.ts";

export const texts: MailTexts = {
  codes: {
    register: { subject: "Kaydınızı onaylayın", text: "{brand} hesabınızın açılışını tamamlamak için bu kodu girin." },
    reset: {
      subject: "Şifrenizi sıfırlayın",
      text: "{brand} hesabınıza yeni bir şifre belirlemek için bu kodu girin.",
    },
    "sign-in": { subject: "Girişinizi onaylayın", text: "{brand} hesabınıza giriş yapmak için bu kodu girin." },
    own: {
      subject: "Güvenlik değişikliğini onaylayın",
      text: "{brand} hesabınızda yaptığınız değişikliği onaylamak için bu kodu girin.",
    },
    bind: {
      subject: "Yeni iletişim bilginizi onaylayın",
      text: "Bu iletişim bilgisini {brand} hesabınıza eklemek için bu kodu girin.",
    },
  },
  notice: {
    "new-device": {
      subject: "Hesabınıza yeni giriş yapıldı",
      text: "{brand} hesabınıza daha önce kullanılmamış bir cihazdan veya yerden giriş yapıldı.",
    },
    "session-stolen": {
      subject: "Sizi korumak için bir oturumu kapattık",
      text: "{brand} hesabınızın bir oturumu kopyalanmış gibi iki kez kullanıldı. Bu oturumu kapattık. Lütfen yeniden giriş yapın ve Güvenlik Merkezi’nde cihazlarınızı kontrol edin.",
    },
    "password-changed": {
      subject: "Şifreniz değiştirildi",
      text: "{brand} hesabınızın şifresi değiştirildi ve diğer cihazlardaki oturumlar kapatıldı.",
    },
    "authenticator-bound": {
      subject: "Doğrulayıcı eklendi",
      text: "{brand} hesabınıza bir doğrulayıcı uygulama eklendi. Artık bu uygulamanın kodları istenecek.",
    },
    "authenticator-removed": {
      subject: "Doğrulayıcı kaldırıldı",
      text: "Doğrulayıcı uygulama {brand} hesabınızdan kaldırıldı. Artık kodları istenmeyecek.",
    },
    "passkey-added": {
      subject: "Geçiş anahtarı eklendi",
      text: "{brand} hesabınıza bir geçiş anahtarı eklendi. Giriş yapmak için kullanılabilir.",
    },
    "passkey-removed": {
      subject: "Geçiş anahtarı kaldırıldı",
      text: "{brand} hesabınızdan bir geçiş anahtarı kaldırıldı. Artık giriş yapmak için kullanılamaz.",
    },
    "oauth-linked": {
      subject: "{provider} hesabı bağlandı",
      text: "{brand} hesabınıza bir {provider} hesabı bağlandı. Giriş yapmak için kullanılabilir.",
    },
    "oauth-unlinked": {
      subject: "{provider} hesabının bağlantısı kaldırıldı",
      text: "Bir {provider} hesabının {brand} hesabınızla bağlantısı kaldırıldı. Artık giriş yapmak için kullanılamaz.",
    },
    "contact-changed": {
      subject: "İletişim bilgileriniz değiştirildi",
      text: "{brand} hesabınızın e-posta adresi veya telefon numarası değiştirildi. Kodlar ve bildirimler artık yenisine gönderilecek.",
    },
    "factor-changed": {
      subject: "İki adımlı doğrulamanız değiştirildi",
      text: "{brand} hesabınız için e-posta veya SMS koduyla doğrulama açıldı ya da kapatıldı.",
    },
    "account-frozen": {
      subject: "Hesabınız donduruldu",
      text: "{brand} hesabınız donduruldu. Destek ekibimiz sizinle birlikte güvenli olduğunu doğrulayana kadar kimse giriş yapamaz, API ile işlem yapamaz veya çekim yapamaz.",
    },
    "password-removed": {
      subject: "Yeni bir şifre belirleyin",
      text: "{brand} hesabınızı korumak için destek ekibimiz şifrenizi kaldırdı ve tüm cihazlardaki oturumları kapattı. Giriş sayfasındaki “Şifrenizi mi unuttunuz?” ile yeni bir şifre belirleyin.",
    },
    "api-key-created": {
      subject: "API anahtarı oluşturuldu",
      text: "{brand} hesabınız için bir API anahtarı oluşturuldu. Gizli anahtarı bilen herkes, anahtarın izin verdiği işlemleri yapabilir.",
    },
    "api-key-changed": {
      subject: "API anahtarı değiştirildi",
      text: "{brand} hesabınızdaki bir API anahtarının ayarları değiştirildi.",
    },
    "api-key-removed": {
      subject: "API anahtarı silindi",
      text: "{brand} hesabınızdaki bir API anahtarı silindi. Artık çalışmıyor.",
    },
    "withdrawal-address-added": {
      subject: "Çekim adresi eklendi",
      text: "{brand} hesabınıza bir çekim adresi eklendi. Her karakterini kontrol edin. 24 saat sonra kullanılabilir.",
    },
    "withdrawal-address-removed": {
      subject: "Çekim adresi silindi",
      text: "{brand} hesabınızdan bir çekim adresi silindi.",
    },
    "withdrawal-address-allowed": {
      subject: "Çekim adresi beyaz listeye alındı",
      text: "{brand} hesabınızın beyaz listesine bir çekim adresi eklendi. 24 saat sonra kullanılabilir.",
    },
    "withdrawal-list-off": {
      subject: "Çekim beyaz listesi kapatıldı",
      text: "{brand} hesabınızın çekim beyaz listesi kapatıldı. 24 saat sonra herhangi bir adrese çekim yapılabilir.",
    },
    "withdrawal-confirm": {
      subject: "Çekiminizi onaylayın",
      text: "{brand} hesabınızdan bir çekim talep edildi. Adresin her karakterini ve tutarı karşılaştırın; bu kodu yalnızca ikisi de doğruysa girin.",
    },
  },
  code: "Doğrulama kodu",
  codeRules:
    "{minutes} dakika geçerlidir. Yalnızca {brand} üzerinde girin ve kimseyle paylaşmayın: çalışanlarımız bu kodu asla istemez.",
  codeUnasked: "Bu kodu siz istemediyseniz bu mesajı dikkate almayın.",
  codeUnaskedInside: "Bu kodu siz istemediyseniz birisi şifrenizi biliyor olabilir. Hemen değiştirin.",
  withdrawalsPaused: "Sizi korumak için çekimler 24 saat boyunca durduruldu.",
  notYou:
    "Bu işlemi siz yapmadıysanız hemen Güvenlik Merkezi’nden hesabınızı dondurun ve destek ekibimizle iletişime geçin.",
  facts: {
    time: "Zaman",
    device: "Cihaz",
    ip: "IP adresi",
    country: "Konum",
    label: "Ad",
    permissions: "İzinler",
    amount: "Tutar",
    arrives: "Ulaşacak tutar",
    network: "Ağ",
    address: "Adres",
  },
  unknown: "Bilinmiyor",
  antiPhishing: "Kimlik avı önleme kodu",
  antiPhishingMeaning: "Bu kodu siz seçtiniz. Bu kodu içermeyen bir e-posta {brand} tarafından gönderilmemiştir.",
  automatic: "Bu mesaj otomatik olarak gönderilmiştir. Lütfen yanıtlamayın.",
  smsCode: "{brand} kodu: {code}. {subject}. {minutes} dk geçerli. Kimseyle paylaşmayın.",
  smsNotice: "{brand}: {subject}. Siz değil miydiniz? Hesabınızı hemen dondurun.",
};
