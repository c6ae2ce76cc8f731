import type { MailTexts } from "./shape.ts";

export const texts: MailTexts = {
  codes: {
    register: { subject: "Xác nhận đăng ký", text: "Nhập mã này để hoàn tất việc mở tài khoản {brand} của bạn." },
    reset: { subject: "Đặt lại mật khẩu", text: "Nhập mã này để đặt mật khẩu mới cho tài khoản {brand} của bạn." },
    "sign-in": { subject: "Xác nhận đăng nhập", text: "Nhập mã này để đăng nhập vào tài khoản {brand} của bạn." },
    own: {
      subject: "Xác nhận thay đổi bảo mật",
      text: "Nhập mã này để xác nhận thay đổi trên tài khoản {brand} của bạn.",
    },
    bind: {
      subject: "Xác nhận thông tin liên hệ mới",
      text: "Nhập mã này để thêm thông tin liên hệ này vào tài khoản {brand} của bạn.",
    },
  },
  notice: {
    "new-device": {
      subject: "Tài khoản của bạn có lượt đăng nhập mới",
      text: "Tài khoản {brand} của bạn vừa được đăng nhập từ thiết bị hoặc địa điểm chưa từng được sử dụng.",
    },
    "session-stolen": {
      subject: "Chúng tôi đã kết thúc một phiên để bảo vệ bạn",
      text: "Một phiên đăng nhập của tài khoản {brand} đã được dùng hai lần như thể bị sao chép. Chúng tôi đã kết thúc phiên đó. Vui lòng đăng nhập lại và kiểm tra thiết bị trong Trung tâm bảo mật.",
    },
    "password-changed": {
      subject: "Mật khẩu của bạn đã được thay đổi",
      text: "Mật khẩu tài khoản {brand} của bạn đã được thay đổi và các thiết bị khác đã bị đăng xuất.",
    },
    "authenticator-bound": {
      subject: "Đã thêm ứng dụng xác thực",
      text: "Một ứng dụng xác thực đã được thêm vào tài khoản {brand} của bạn. Từ nay sẽ cần mã của ứng dụng này.",
    },
    "authenticator-removed": {
      subject: "Đã gỡ ứng dụng xác thực",
      text: "Ứng dụng xác thực đã được gỡ khỏi tài khoản {brand} của bạn. Mã của ứng dụng sẽ không còn được yêu cầu.",
    },
    "passkey-added": {
      subject: "Đã thêm khóa truy cập",
      text: "Một khóa truy cập đã được thêm vào tài khoản {brand} của bạn. Có thể dùng khóa này để đăng nhập.",
    },
    "passkey-removed": {
      subject: "Đã gỡ khóa truy cập",
      text: "Một khóa truy cập đã được gỡ khỏi tài khoản {brand} của bạn. Không thể dùng khóa này để đăng nhập nữa.",
    },
    "oauth-linked": {
      subject: "Đã liên kết tài khoản {provider}",
      text: "Một tài khoản {provider} đã được liên kết với tài khoản {brand} của bạn. Có thể dùng tài khoản này để đăng nhập.",
    },
    "oauth-unlinked": {
      subject: "Đã hủy liên kết tài khoản {provider}",
      text: "Một tài khoản {provider} đã được hủy liên kết khỏi tài khoản {brand} của bạn. Không thể dùng tài khoản này để đăng nhập nữa.",
    },
    "contact-changed": {
      subject: "Thông tin liên hệ của bạn đã được thay đổi",
      text: "Email hoặc số điện thoại của tài khoản {brand} đã được thay đổi. Mã và thông báo sẽ được gửi đến thông tin liên hệ mới.",
    },
    "factor-changed": {
      subject: "Xác thực hai yếu tố của bạn đã được thay đổi",
      text: "Xác minh bằng mã email hoặc SMS đã được bật hoặc tắt cho tài khoản {brand} của bạn.",
    },
    "account-frozen": {
      subject: "Tài khoản của bạn đã bị đóng băng",
      text: "Tài khoản {brand} của bạn đã bị đóng băng. Không ai có thể đăng nhập, giao dịch qua API hoặc rút tiền cho đến khi bộ phận hỗ trợ xác nhận với bạn rằng mọi thứ an toàn.",
    },
    "password-removed": {
      subject: "Đặt mật khẩu mới",
      text: "Để bảo vệ tài khoản {brand} của bạn, bộ phận hỗ trợ đã xóa mật khẩu và đăng xuất mọi thiết bị. Hãy đặt mật khẩu mới bằng “Quên mật khẩu?” trên trang đăng nhập.",
    },
    "api-key-created": {
      subject: "Đã tạo khóa API",
      text: "Một khóa API đã được tạo cho tài khoản {brand} của bạn. Bất kỳ ai có khóa bí mật đều có thể làm những gì khóa cho phép.",
    },
    "api-key-changed": {
      subject: "Khóa API đã được thay đổi",
      text: "Cài đặt của một khóa API trong tài khoản {brand} của bạn đã được thay đổi.",
    },
    "api-key-removed": {
      subject: "Đã xóa khóa API",
      text: "Một khóa API của tài khoản {brand} của bạn đã bị xóa và không còn hoạt động.",
    },
    "withdrawal-address-added": {
      subject: "Đã thêm địa chỉ rút tiền",
      text: "Một địa chỉ rút tiền đã được thêm vào tài khoản {brand} của bạn. Hãy kiểm tra từng ký tự. Địa chỉ có thể sử dụng sau 24 giờ.",
    },
    "withdrawal-address-removed": {
      subject: "Đã xóa địa chỉ rút tiền",
      text: "Một địa chỉ rút tiền đã bị xóa khỏi tài khoản {brand} của bạn.",
    },
    "withdrawal-address-allowed": {
      subject: "Địa chỉ rút tiền đã vào danh sách cho phép",
      text: "Một địa chỉ rút tiền đã được thêm vào danh sách cho phép của tài khoản {brand} của bạn. Địa chỉ có thể sử dụng sau 24 giờ.",
    },
    "withdrawal-list-off": {
      subject: "Đã tắt danh sách cho phép rút tiền",
      text: "Danh sách cho phép rút tiền của tài khoản {brand} của bạn đã bị tắt. Sau 24 giờ, có thể rút tiền đến bất kỳ địa chỉ nào.",
    },
    "withdrawal-confirm": {
      subject: "Xác nhận lệnh rút tiền của bạn",
      text: "Có yêu cầu rút tiền từ tài khoản {brand} của bạn. Hãy so từng ký tự của địa chỉ và số tiền, và chỉ nhập mã này nếu cả hai đều đúng.",
    },
  },
  code: "Mã xác minh",
  codeRules:
    "Có hiệu lực trong {minutes} phút. Chỉ nhập mã trên {brand} và không chia sẻ với bất kỳ ai: nhân viên của chúng tôi không bao giờ hỏi mã này.",
  codeUnasked: "Nếu bạn không yêu cầu mã này, vui lòng bỏ qua tin nhắn.",
  codeUnaskedInside: "Nếu bạn không yêu cầu mã này, có thể ai đó đã biết mật khẩu của bạn. Hãy đổi mật khẩu ngay.",
  withdrawalsPaused: "Để bảo vệ bạn, việc rút tiền bị tạm dừng trong 24 giờ.",
  notYou: "Nếu không phải bạn, hãy đóng băng tài khoản ngay trong Trung tâm bảo mật và liên hệ bộ phận hỗ trợ.",
  facts: {
    time: "Thời gian",
    device: "Thiết bị",
    ip: "Địa chỉ IP",
    country: "Vị trí",
    label: "Tên",
    permissions: "Quyền",
    amount: "Số tiền",
    arrives: "Số tiền nhận được",
    network: "Mạng",
    address: "Địa chỉ",
  },
  unknown: "Không rõ",
  antiPhishing: "Mã chống lừa đảo",
  antiPhishingMeaning: "Mã này do chính bạn chọn. Email không có mã này không phải do {brand} gửi.",
  automatic: "Tin nhắn này được gửi tự động. Vui lòng không trả lời.",
  smsCode: "Mã {brand}: {code}. {subject}. Hiệu lực {minutes} phút. Không chia sẻ với bất kỳ ai.",
  smsNotice: "{brand}: {subject}. Không phải bạn? Hãy đóng băng tài khoản ngay.",
};
