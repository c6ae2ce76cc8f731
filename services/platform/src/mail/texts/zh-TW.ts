import type { MailTexts } from "./shape.ts";

export const texts: MailTexts = {
  codes: {
    register: { subject: "確認註冊", text: "請輸入以下驗證碼，完成 {brand} 帳戶註冊。" },
    reset: { subject: "重設密碼", text: "請輸入以下驗證碼，為你的 {brand} 帳戶設定新密碼。" },
    "sign-in": { subject: "確認登入", text: "請輸入以下驗證碼，登入你的 {brand} 帳戶。" },
    own: { subject: "確認安全設定變更", text: "請輸入以下驗證碼，確認你對 {brand} 帳戶所做的變更。" },
    bind: { subject: "確認新的聯絡方式", text: "請輸入以下驗證碼，將此聯絡方式新增至你的 {brand} 帳戶。" },
  },
  notice: {
    "new-device": {
      subject: "你的帳戶有新的登入",
      text: "有人從未曾使用過的裝置或地點登入你的 {brand} 帳戶。",
    },
    "session-stolen": {
      subject: "為保護你，我們已結束一個登入工作階段",
      text: "你 {brand} 帳戶的登入憑證被重複使用，可能遭到複製，我們已結束該工作階段。請重新登入，並於安全中心檢查你的裝置。",
    },
    "password-changed": {
      subject: "你的密碼已變更",
      text: "你的 {brand} 帳戶密碼已變更，其他裝置已登出。",
    },
    "authenticator-bound": {
      subject: "已新增驗證器",
      text: "你的 {brand} 帳戶已新增驗證器應用程式，之後將需要輸入其驗證碼。",
    },
    "authenticator-removed": {
      subject: "已移除驗證器",
      text: "驗證器應用程式已從你的 {brand} 帳戶移除，之後不再要求其驗證碼。",
    },
    "passkey-added": {
      subject: "已新增密碼金鑰",
      text: "你的 {brand} 帳戶已新增密碼金鑰，可用於登入。",
    },
    "passkey-removed": {
      subject: "已移除密碼金鑰",
      text: "密碼金鑰已從你的 {brand} 帳戶移除，無法再用於登入。",
    },
    "oauth-linked": {
      subject: "已綁定 {provider} 帳戶",
      text: "{provider} 帳戶已綁定至你的 {brand} 帳戶，可用於登入。",
    },
    "oauth-unlinked": {
      subject: "已解除綁定 {provider} 帳戶",
      text: "{provider} 帳戶已與你的 {brand} 帳戶解除綁定，無法再用於登入。",
    },
    "contact-changed": {
      subject: "你的聯絡資料已變更",
      text: "你 {brand} 帳戶的電子郵件或手機號碼已變更，之後驗證碼與通知將傳送至新的聯絡方式。",
    },
    "factor-changed": {
      subject: "你的雙重驗證設定已變更",
      text: "你 {brand} 帳戶的電子郵件或簡訊驗證已開啟或關閉。",
    },
    "account-frozen": {
      subject: "你的帳戶已凍結",
      text: "你的 {brand} 帳戶已凍結。在客服與你確認安全之前，任何人都無法登入、透過 API 交易或提領。",
    },
    "password-removed": {
      subject: "請設定新密碼",
      text: "為保護你的 {brand} 帳戶，客服已移除密碼並登出所有裝置。請在登入頁面透過「忘記密碼」設定新密碼。",
    },
    "api-key-created": {
      subject: "已建立 API 金鑰",
      text: "你的 {brand} 帳戶已建立 API 金鑰。持有其密鑰者可執行該金鑰允許的操作。",
    },
    "api-key-changed": {
      subject: "API 金鑰已變更",
      text: "你 {brand} 帳戶的 API 金鑰設定已變更。",
    },
    "api-key-removed": {
      subject: "API 金鑰已刪除",
      text: "你 {brand} 帳戶的 API 金鑰已刪除，無法再使用。",
    },
    "withdrawal-address-added": {
      subject: "已新增提領地址",
      text: "你的 {brand} 帳戶已新增提領地址，請逐字核對。24 小時後即可使用。",
    },
    "withdrawal-address-removed": {
      subject: "提領地址已刪除",
      text: "提領地址已從你的 {brand} 帳戶刪除。",
    },
    "withdrawal-address-allowed": {
      subject: "提領地址已加入白名單",
      text: "你的 {brand} 帳戶已將提領地址加入白名單，24 小時後即可使用。",
    },
    "withdrawal-list-off": {
      subject: "提領白名單已關閉",
      text: "你的 {brand} 帳戶已關閉提領白名單。24 小時後可提領至任何地址。",
    },
    "withdrawal-confirm": {
      subject: "確認提領",
      text: "你的 {brand} 帳戶收到一筆提領申請。請逐字核對地址與金額，僅在兩者均正確時輸入此驗證碼。",
    },
  },
  code: "驗證碼",
  codeRules: "{minutes} 分鐘內有效。請僅於 {brand} 輸入，切勿告知他人；我們的人員絕不會向你索取。",
  codeUnasked: "若非你本人要求此驗證碼，請忽略本訊息。",
  codeUnaskedInside: "若非你本人要求此驗證碼，可能有人知道你的密碼，請立即變更。",
  withdrawalsPaused: "為保護你，提領將暫停 24 小時。",
  notYou: "若非你本人操作，請立即於安全中心凍結帳戶，並聯絡客服。",
  facts: {
    time: "時間",
    device: "裝置",
    ip: "IP 位址",
    country: "地點",
    label: "名稱",
    permissions: "權限",
    amount: "金額",
    arrives: "實際到帳",
    network: "網路",
    address: "地址",
  },
  unknown: "未知",
  antiPhishing: "防釣魚碼",
  antiPhishingMeaning: "此碼由你自行設定。未附此碼的郵件並非由 {brand} 寄出。",
  automatic: "本訊息由系統自動發送，請勿回覆。",
  smsCode: "【{brand}】驗證碼 {code}（{subject}），{minutes} 分鐘內有效，切勿告知他人。",
  smsNotice: "【{brand}】{subject}。若非你本人操作，請立即凍結帳戶。",
};
