import type { MailTexts } from "./shape.ts";

export const texts: MailTexts = {
  codes: {
    register: {
      subject: "登録の確認",
      text: "{brand}アカウントの登録を完了するには、次の認証コードを入力してください。",
    },
    reset: {
      subject: "パスワードの再設定",
      text: "{brand}アカウントの新しいパスワードを設定するには、次の認証コードを入力してください。",
    },
    "sign-in": {
      subject: "ログインの確認",
      text: "{brand}アカウントにログインするには、次の認証コードを入力してください。",
    },
    own: {
      subject: "セキュリティ設定変更の確認",
      text: "{brand}アカウントの変更を確定するには、次の認証コードを入力してください。",
    },
    bind: {
      subject: "新しい連絡先の確認",
      text: "この連絡先を{brand}アカウントに追加するには、次の認証コードを入力してください。",
    },
  },
  notice: {
    "new-device": {
      subject: "アカウントへの新しいログイン",
      text: "これまで使用されたことのないデバイスまたは場所から、お客様の{brand}アカウントへのログインがありました。",
    },
    "session-stolen": {
      subject: "保護のためセッションを終了しました",
      text: "お客様の{brand}アカウントのログイン情報が複製されたかのように二重に使用されたため、該当のセッションを終了しました。再度ログインし、セキュリティセンターでデバイスをご確認ください。",
    },
    "password-changed": {
      subject: "パスワードが変更されました",
      text: "お客様の{brand}アカウントのパスワードが変更され、他のデバイスはログアウトされました。",
    },
    "authenticator-bound": {
      subject: "認証アプリが追加されました",
      text: "お客様の{brand}アカウントに認証アプリが追加されました。今後はそのコードの入力が必要です。",
    },
    "authenticator-removed": {
      subject: "認証アプリが削除されました",
      text: "お客様の{brand}アカウントから認証アプリが削除されました。今後そのコードは求められません。",
    },
    "passkey-added": {
      subject: "パスキーが追加されました",
      text: "お客様の{brand}アカウントにパスキーが追加されました。ログインに使用できます。",
    },
    "passkey-removed": {
      subject: "パスキーが削除されました",
      text: "お客様の{brand}アカウントからパスキーが削除されました。今後ログインには使用できません。",
    },
    "oauth-linked": {
      subject: "{provider}アカウントが連携されました",
      text: "{provider}アカウントがお客様の{brand}アカウントに連携されました。ログインに使用できます。",
    },
    "oauth-unlinked": {
      subject: "{provider}アカウントの連携が解除されました",
      text: "{provider}アカウントとお客様の{brand}アカウントの連携が解除されました。今後ログインには使用できません。",
    },
    "contact-changed": {
      subject: "連絡先が変更されました",
      text: "お客様の{brand}アカウントのメールアドレスまたは電話番号が変更されました。今後、認証コードとお知らせは新しい連絡先に送信されます。",
    },
    "factor-changed": {
      subject: "2段階認証の設定が変更されました",
      text: "お客様の{brand}アカウントで、メールまたはSMSのコードによる認証が有効または無効に変更されました。",
    },
    "account-frozen": {
      subject: "アカウントが凍結されました",
      text: "お客様の{brand}アカウントは凍結されました。サポートがお客様と安全を確認するまで、ログイン、API取引、出金はできません。",
    },
    "password-removed": {
      subject: "新しいパスワードを設定してください",
      text: "{brand}アカウントを保護するため、サポートがパスワードを無効にし、すべてのデバイスをログアウトしました。ログインページの「パスワードをお忘れですか？」から新しいパスワードを設定してください。",
    },
    "api-key-created": {
      subject: "APIキーが作成されました",
      text: "お客様の{brand}アカウントにAPIキーが作成されました。シークレットを持つ人は、キーで許可された操作を行えます。",
    },
    "api-key-changed": {
      subject: "APIキーが変更されました",
      text: "お客様の{brand}アカウントのAPIキーの設定が変更されました。",
    },
    "api-key-removed": {
      subject: "APIキーが削除されました",
      text: "お客様の{brand}アカウントのAPIキーが削除されました。このキーは使用できません。",
    },
    "withdrawal-address-added": {
      subject: "出金アドレスが追加されました",
      text: "お客様の{brand}アカウントに出金アドレスが追加されました。一文字ずつご確認ください。24時間後から使用できます。",
    },
    "withdrawal-address-removed": {
      subject: "出金アドレスが削除されました",
      text: "お客様の{brand}アカウントから出金アドレスが削除されました。",
    },
    "withdrawal-address-allowed": {
      subject: "出金アドレスが許可リストに登録されました",
      text: "お客様の{brand}アカウントの許可リストに出金アドレスが登録されました。24時間後から使用できます。",
    },
    "withdrawal-list-off": {
      subject: "出金許可リストがオフになりました",
      text: "お客様の{brand}アカウントの出金許可リストがオフになりました。24時間後から、どのアドレスにも出金できるようになります。",
    },
    "withdrawal-confirm": {
      subject: "出金の確認",
      text: "お客様の{brand}アカウントから出金が申請されました。アドレスを一文字ずつ、そして金額もご確認のうえ、いずれも間違いない場合にのみこのコードを入力してください。",
    },
  },
  code: "認証コード",
  codeRules:
    "有効期限は{minutes}分です。{brand}以外では入力せず、誰にも教えないでください。当社の担当者がお尋ねすることは決してありません。",
  codeUnasked: "このコードに心当たりがない場合は、このメッセージを無視してください。",
  codeUnaskedInside:
    "このコードに心当たりがない場合、第三者がパスワードを知っている可能性があります。すぐにパスワードを変更してください。",
  withdrawalsPaused: "お客様の保護のため、24時間は出金できません。",
  notYou: "心当たりがない場合は、すぐにセキュリティセンターでアカウントを凍結し、サポートにご連絡ください。",
  facts: {
    time: "日時",
    device: "デバイス",
    ip: "IPアドレス",
    country: "場所",
    label: "名前",
    permissions: "権限",
    amount: "金額",
    arrives: "着金額",
    network: "ネットワーク",
    address: "アドレス",
  },
  unknown: "不明",
  antiPhishing: "アンチフィッシングコード",
  antiPhishingMeaning: "お客様ご自身が設定したコードです。このコードのないメールは{brand}からのものではありません。",
  automatic: "このメッセージは自動送信です。返信はお受けできません。",
  smsCode: "【{brand}】認証コード: {code}（{subject}）有効期限{minutes}分。誰にも教えないでください。",
  smsNotice: "【{brand}】{subject}。心当たりがない場合は、すぐにアカウントを凍結してください。",
};
