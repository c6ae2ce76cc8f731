import type { MailTexts } from "./shape.ts";

export const texts: MailTexts = {
  codes: {
    register: { subject: "회원가입 확인", text: "{brand} 회원가입을 완료하려면 아래 인증 코드를 입력하세요." },
    reset: { subject: "비밀번호 재설정", text: "{brand} 계정의 새 비밀번호를 설정하려면 아래 인증 코드를 입력하세요." },
    "sign-in": { subject: "로그인 확인", text: "{brand} 계정에 로그인하려면 아래 인증 코드를 입력하세요." },
    own: { subject: "보안 설정 변경 확인", text: "{brand} 계정의 변경 사항을 확인하려면 아래 인증 코드를 입력하세요." },
    bind: { subject: "새 연락처 확인", text: "이 연락처를 {brand} 계정에 추가하려면 아래 인증 코드를 입력하세요." },
  },
  notice: {
    "new-device": {
      subject: "계정에 새로운 로그인이 있었습니다",
      text: "이전에 사용된 적이 없는 기기 또는 위치에서 {brand} 계정에 로그인이 있었습니다.",
    },
    "session-stolen": {
      subject: "보호를 위해 세션을 종료했습니다",
      text: "{brand} 계정의 로그인 정보가 복사된 것처럼 두 번 사용되어 해당 세션을 종료했습니다. 다시 로그인한 후 보안 센터에서 기기를 확인하세요.",
    },
    "password-changed": {
      subject: "비밀번호가 변경되었습니다",
      text: "{brand} 계정의 비밀번호가 변경되었으며 다른 기기에서 로그아웃되었습니다.",
    },
    "authenticator-bound": {
      subject: "인증 앱이 추가되었습니다",
      text: "{brand} 계정에 인증 앱이 추가되었습니다. 이제부터 인증 앱의 코드가 필요합니다.",
    },
    "authenticator-removed": {
      subject: "인증 앱이 삭제되었습니다",
      text: "{brand} 계정에서 인증 앱이 삭제되었습니다. 더 이상 인증 앱의 코드를 요구하지 않습니다.",
    },
    "passkey-added": {
      subject: "패스키가 추가되었습니다",
      text: "{brand} 계정에 패스키가 추가되었습니다. 로그인에 사용할 수 있습니다.",
    },
    "passkey-removed": {
      subject: "패스키가 삭제되었습니다",
      text: "{brand} 계정에서 패스키가 삭제되었습니다. 더 이상 로그인에 사용할 수 없습니다.",
    },
    "oauth-linked": {
      subject: "{provider} 계정이 연결되었습니다",
      text: "{provider} 계정이 {brand} 계정에 연결되었습니다. 로그인에 사용할 수 있습니다.",
    },
    "oauth-unlinked": {
      subject: "{provider} 계정 연결이 해제되었습니다",
      text: "{provider} 계정과 {brand} 계정의 연결이 해제되었습니다. 더 이상 로그인에 사용할 수 없습니다.",
    },
    "contact-changed": {
      subject: "연락처가 변경되었습니다",
      text: "{brand} 계정의 이메일 주소 또는 휴대폰 번호가 변경되었습니다. 앞으로 인증 코드와 알림은 새 연락처로 전송됩니다.",
    },
    "factor-changed": {
      subject: "2단계 인증 설정이 변경되었습니다",
      text: "{brand} 계정의 이메일 또는 SMS 코드 인증이 켜지거나 꺼졌습니다.",
    },
    "account-frozen": {
      subject: "계정이 동결되었습니다",
      text: "{brand} 계정이 동결되었습니다. 고객센터에서 본인과 함께 안전을 확인할 때까지 로그인, API 거래, 출금을 할 수 없습니다.",
    },
    "password-removed": {
      subject: "새 비밀번호를 설정해 주세요",
      text: "{brand} 계정을 보호하기 위해 고객센터에서 비밀번호를 해제하고 모든 기기에서 로그아웃했습니다. 로그인 페이지의 ‘비밀번호를 잊으셨나요?’에서 새 비밀번호를 설정해 주세요.",
    },
    "api-key-created": {
      subject: "API 키가 생성되었습니다",
      text: "{brand} 계정에 API 키가 생성되었습니다. 시크릿을 가진 사람은 키가 허용하는 작업을 할 수 있습니다.",
    },
    "api-key-changed": {
      subject: "API 키가 변경되었습니다",
      text: "{brand} 계정의 API 키 설정이 변경되었습니다.",
    },
    "api-key-removed": {
      subject: "API 키가 삭제되었습니다",
      text: "{brand} 계정의 API 키가 삭제되었습니다. 더 이상 작동하지 않습니다.",
    },
    "withdrawal-address-added": {
      subject: "출금 주소가 추가되었습니다",
      text: "{brand} 계정에 출금 주소가 추가되었습니다. 한 글자씩 확인하세요. 24시간 후부터 사용할 수 있습니다.",
    },
    "withdrawal-address-removed": {
      subject: "출금 주소가 삭제되었습니다",
      text: "{brand} 계정에서 출금 주소가 삭제되었습니다.",
    },
    "withdrawal-address-allowed": {
      subject: "출금 주소가 허용 목록에 등록되었습니다",
      text: "{brand} 계정의 허용 목록에 출금 주소가 등록되었습니다. 24시간 후부터 사용할 수 있습니다.",
    },
    "withdrawal-list-off": {
      subject: "출금 허용 목록이 꺼졌습니다",
      text: "{brand} 계정의 출금 허용 목록이 꺼졌습니다. 24시간 후부터 모든 주소로 출금할 수 있게 됩니다.",
    },
    "withdrawal-confirm": {
      subject: "출금을 확인해 주세요",
      text: "{brand} 계정에서 출금이 요청되었습니다. 주소의 모든 글자와 금액을 비교하고, 둘 다 맞는 경우에만 이 코드를 입력하세요.",
    },
  },
  code: "인증 코드",
  codeRules:
    "{minutes}분간 유효합니다. {brand}에서만 입력하고 누구에게도 알려주지 마세요. 당사 직원은 절대 인증 코드를 묻지 않습니다.",
  codeUnasked: "이 코드를 요청하지 않았다면 이 메시지를 무시하세요.",
  codeUnaskedInside: "이 코드를 요청하지 않았다면 누군가 비밀번호를 알고 있을 수 있습니다. 즉시 변경하세요.",
  withdrawalsPaused: "회원님의 보호를 위해 24시간 동안 출금이 제한됩니다.",
  notYou: "본인이 아니라면 즉시 보안 센터에서 계정을 동결하고 고객센터에 문의하세요.",
  facts: {
    time: "시간",
    device: "기기",
    ip: "IP 주소",
    country: "위치",
    label: "이름",
    permissions: "권한",
    amount: "금액",
    arrives: "도착 금액",
    network: "네트워크",
    address: "주소",
  },
  unknown: "알 수 없음",
  antiPhishing: "피싱 방지 코드",
  antiPhishingMeaning: "회원님이 직접 설정한 코드입니다. 이 코드가 없는 메일은 {brand}에서 보낸 것이 아닙니다.",
  automatic: "이 메시지는 자동으로 발송되었습니다. 회신하지 마세요.",
  smsCode: "[{brand}] 인증 코드 {code} ({subject}). {minutes}분간 유효. 누구에게도 알려주지 마세요.",
  smsNotice: "[{brand}] {subject}. 본인이 아니라면 즉시 계정을 동결하세요.",
};
