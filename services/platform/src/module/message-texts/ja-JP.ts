import type { MessageTexts } from "./shape.ts";

export const texts: MessageTexts = {
  "trigger-filled": ["{symbol}：トリガー注文が約定しました", "{price} で {qty} が約定しました。"],
  "trigger-fired": ["{symbol}：注文が発動しました", "トリガー価格に達し、注文を送信しました。"],
  "trigger-failed": [
    "{symbol}：トリガー注文が失敗しました",
    "トリガー価格に達しましたが、注文は拒否されました。理由は注文履歴で確認できます。",
  ],
  "margin-warned": [
    "{asset} の証拠金率が {ratio} に達しました",
    "100% でポジションは清算されます。証拠金を追加するか、ポジションを減らしてください。",
  ],
  "position-warned": [
    "{symbol}：証拠金率が {ratio} に達しました",
    "100% でポジションは清算されます。証拠金を追加するか、ポジションを減らしてください。",
  ],
  "pair-warned": ["{symbol}：証拠金水準が {level} に低下しました", "清算の前に返済するか、担保を追加してください。"],
  "liquidation-started": ["{symbol}：清算が始まりました", "証拠金が維持証拠金に足りなくなりました。"],
  "position-liquidated": ["{symbol}：ポジションが清算されました", "{qty} が清算エンジンに引き取られました。"],
  "pair-liquidated": ["{symbol}：マージンペアが清算されました", "借入の返済のため資産が売却されました。"],
  deleveraged: [
    "{symbol}：自動デレバレッジでポジションが縮小されました",
    "{qty} が清算されたポジションとの間で決済されました。",
  ],
  "price-above": [
    "{symbol} が {level} まで上昇しました",
    "アラート：{value} で約定がありました。アラートはオフになりました。",
  ],
  "price-below": [
    "{symbol} が {level} まで下落しました",
    "アラート：{value} で約定がありました。アラートはオフになりました。",
  ],
  "funding-above": [
    "{symbol}：資金調達率が {level} 以上になりました",
    "アラート：次回の資金調達率は {value} です。アラートはオフになりました。",
  ],
  "funding-below": [
    "{symbol}：資金調達率が {level} 以下になりました",
    "アラート：次回の資金調達率は {value} です。アラートはオフになりました。",
  ],
  "margin-above": [
    "{symbol} の証拠金率が {level} に達しました",
    "アラート：現在 {value} です。アラートはオフになりました。",
  ],
  "deposit-credited": ["入金が反映されました：{amount} {asset}", "アカウントで利用できます。"],
  "deposit-reversed": ["入金が取り消されました：{amount} {asset}", "チェーン上でトランザクションが取り消されました。"],
  "withdrawal-sent": ["出金が送信されました：{amount} {asset}", "ネットワーク上で送金が行われました。"],
  "withdrawal-returned": [
    "出金が返金されました：{amount} {asset}",
    "送金されませんでした。全額がアカウントに戻りました。",
  ],
  "coupon-paid": ["クーポンが付与されました：{amount} {asset}", "アカウントで利用できます。"],
  "bonus-granted": ["ボーナスが付与されました：{amount} {asset}", "終了するまでデリバティブアカウントで利用できます。"],
  "bonus-ends-day": [
    "ボーナスは24時間以内に終了します：{amount} {asset}",
    "残りはその時点でキャンペーンに戻ります。使用中の証拠金は、代わりに利用可能な自己資金で賄われます。",
  ],
  "bonus-ends-hour": [
    "ボーナスは1時間以内に終了します：{amount} {asset}",
    "残りはその時点でキャンペーンに戻ります。使用中の証拠金は、代わりに利用可能な自己資金で賄われます。",
  ],
  "nickname-accepted": ["ニックネームが承認されました：{nickname}", "今後このニックネームが使われます。"],
  "nickname-rejected": [
    "ニックネームが承認されませんでした：{nickname}",
    "審査を通過しませんでした。別の名前を申請できます。",
  ],
  "identity-verified": ["本人確認が完了しました：レベル{level}", "出金限度額はこのレベルで決まります。"],
  "identity-rejected": ["本人確認が完了しませんでした", "理由と次の手順はプロフィールで確認できます。"],
  "ticket-answered": [
    "サポートから回答がありました：{subject}",
    "チケット S-{number}。回答の確認と返信はチケットのページで行えます。",
  ],
  "new-device": [
    "新しいデバイス：{device}",
    "IP {ip}。心当たりがない場合は、セッションを終了してパスワードを変更してください。",
  ],
  "security-changed": [
    "セキュリティ設定が変更されました",
    "詳細はメールをご覧ください。心当たりがない場合は、アカウントを凍結してください。",
  ],
};
