import type { MessageTexts } from "./shape.ts";

export const texts: MessageTexts = {
  "trigger-filled": ["{symbol}: 트리거 주문 체결", "{price}에 {qty} 체결되었습니다."],
  "trigger-fired": ["{symbol}: 주문 발동", "트리거 가격에 도달해 주문이 전송되었습니다."],
  "trigger-failed": [
    "{symbol}: 트리거 주문 실패",
    "트리거 가격에 도달했지만 주문이 거부되었습니다. 이유는 주문 내역에 있습니다.",
  ],
  "margin-warned": [
    "{asset} 증거금 비율 {ratio} 도달",
    "100%에서 포지션이 청산됩니다. 증거금을 추가하거나 포지션을 줄이세요.",
  ],
  "position-warned": [
    "{symbol}: 증거금 비율 {ratio} 도달",
    "100%에서 포지션이 청산됩니다. 증거금을 추가하거나 포지션을 줄이세요.",
  ],
  "pair-warned": ["{symbol}: 증거금 수준이 {level}(으)로 하락", "페어가 청산되기 전에 상환하거나 담보를 추가하세요."],
  "liquidation-started": ["{symbol}: 청산 시작", "증거금이 유지 증거금에 미치지 못합니다."],
  "position-liquidated": ["{symbol}: 포지션 청산", "{qty}이(가) 청산 엔진에 인수되었습니다."],
  "pair-liquidated": ["{symbol}: 마진 페어 청산", "대출 상환을 위해 자산이 매도되었습니다."],
  deleveraged: ["{symbol}: 자동 디레버리징으로 포지션 축소", "{qty}이(가) 청산된 포지션의 상대방으로 종료되었습니다."],
  "price-above": ["{symbol} {level}까지 상승", "알림: {value}에 체결되었습니다. 이 알림은 꺼졌습니다."],
  "price-below": ["{symbol} {level}까지 하락", "알림: {value}에 체결되었습니다. 이 알림은 꺼졌습니다."],
  "funding-above": ["{symbol}: 펀딩 비율 {level} 이상", "알림: 다음 펀딩 비율은 {value}입니다. 이 알림은 꺼졌습니다."],
  "funding-below": ["{symbol}: 펀딩 비율 {level} 이하", "알림: 다음 펀딩 비율은 {value}입니다. 이 알림은 꺼졌습니다."],
  "margin-above": ["{symbol} 증거금 비율 {level} 도달", "알림: 현재 {value}입니다. 이 알림은 꺼졌습니다."],
  "deposit-credited": ["입금 완료: {amount} {asset}", "계정에서 사용할 수 있습니다."],
  "deposit-reversed": ["입금 취소: {amount} {asset}", "체인에서 해당 트랜잭션이 취소되었습니다."],
  "withdrawal-sent": ["출금 전송: {amount} {asset}", "네트워크에서 송금되었습니다."],
  "withdrawal-returned": ["출금 반환: {amount} {asset}", "송금되지 않았습니다. 금액이 계정으로 반환되었습니다."],
  "coupon-paid": ["쿠폰 지급: {amount} {asset}", "계정에서 사용할 수 있습니다."],
  "bonus-granted": ["보너스 지급: {amount} {asset}", "종료될 때까지 파생상품 계정에 있습니다."],
  "bonus-ends-day": [
    "보너스가 24시간 이내에 종료됩니다: {amount} {asset}",
    "남은 금액은 그때 이벤트로 반환됩니다. 사용 중인 증거금은 사용 가능한 자기 자금으로 대신 충당됩니다.",
  ],
  "bonus-ends-hour": [
    "보너스가 1시간 이내에 종료됩니다: {amount} {asset}",
    "남은 금액은 그때 이벤트로 반환됩니다. 사용 중인 증거금은 사용 가능한 자기 자금으로 대신 충당됩니다.",
  ],
  "nickname-accepted": ["닉네임 승인: {nickname}", "지금부터 사용됩니다."],
  "nickname-rejected": ["닉네임 거부: {nickname}", "심사를 통과하지 못했습니다. 다른 닉네임을 신청할 수 있습니다."],
  "identity-verified": ["신원 인증 완료: 등급 {level}", "출금 한도는 이 등급에 따라 정해집니다."],
  "identity-rejected": ["신원 인증 실패", "이유와 다음 단계는 프로필에 있습니다."],
  "ticket-answered": [
    "고객센터 답변 도착: {subject}",
    "문의 S-{number}. 문의 페이지에서 답변을 확인하고 회신할 수 있습니다.",
  ],
  "new-device": ["새 기기: {device}", "IP {ip}. 본인이 아니라면 세션을 종료하고 비밀번호를 변경하세요."],
  "security-changed": ["보안 설정 변경", "자세한 내용은 메일에 있습니다. 본인이 아니라면 계정을 동결하세요."],
};
