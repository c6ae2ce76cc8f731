import type { MessageTexts } from "./shape.ts";

export const texts: MessageTexts = {
  "trigger-filled": ["{symbol}: lệnh kích hoạt đã khớp", "{qty} tại {price}."],
  "trigger-fired": ["{symbol}: lệnh đã được kích hoạt", "Giá đã chạm mức kích hoạt và lệnh đã được gửi."],
  "trigger-failed": [
    "{symbol}: lệnh kích hoạt thất bại",
    "Giá đã chạm mức kích hoạt nhưng lệnh bị từ chối. Lý do có trong lịch sử lệnh.",
  ],
  "margin-warned": [
    "Tỷ lệ ký quỹ đạt {ratio} ở {asset}",
    "Ở mức 100%, vị thế bị thanh lý. Hãy thêm ký quỹ hoặc giảm vị thế.",
  ],
  "position-warned": [
    "{symbol}: tỷ lệ ký quỹ đạt {ratio}",
    "Ở mức 100%, vị thế bị thanh lý. Hãy thêm ký quỹ hoặc giảm vị thế.",
  ],
  "pair-warned": [
    "{symbol}: mức ký quỹ giảm còn {level}",
    "Hãy trả nợ hoặc thêm tài sản đảm bảo trước khi cặp bị thanh lý.",
  ],
  "liquidation-started": ["{symbol}: bắt đầu thanh lý", "Ký quỹ không còn đáp ứng mức ký quỹ duy trì."],
  "position-liquidated": ["{symbol}: vị thế bị thanh lý", "{qty} đã được hệ thống thanh lý tiếp nhận."],
  "pair-liquidated": ["{symbol}: cặp ký quỹ bị thanh lý", "Tài sản đã được bán để trả khoản vay."],
  deleveraged: [
    "{symbol}: vị thế bị giảm do tự động giảm đòn bẩy",
    "{qty} đã được đóng đối ứng với một vị thế bị thanh lý.",
  ],
  "price-above": ["{symbol} tăng đến {level}", "Cảnh báo của bạn: giao dịch tại {value}. Cảnh báo hiện đã tắt."],
  "price-below": ["{symbol} giảm đến {level}", "Cảnh báo của bạn: giao dịch tại {value}. Cảnh báo hiện đã tắt."],
  "funding-above": [
    "{symbol}: tỷ lệ funding từ {level} trở lên",
    "Cảnh báo của bạn: tỷ lệ kế tiếp là {value}. Cảnh báo hiện đã tắt.",
  ],
  "funding-below": [
    "{symbol}: tỷ lệ funding từ {level} trở xuống",
    "Cảnh báo của bạn: tỷ lệ kế tiếp là {value}. Cảnh báo hiện đã tắt.",
  ],
  "margin-above": ["Tỷ lệ ký quỹ ở {symbol} đạt {level}", "Cảnh báo của bạn: hiện là {value}. Cảnh báo hiện đã tắt."],
  "deposit-credited": ["Đã ghi có khoản nạp: {amount} {asset}", "Số tiền đã có trong tài khoản của bạn."],
  "deposit-reversed": ["Khoản nạp bị đảo ngược: {amount} {asset}", "Blockchain đã đảo ngược giao dịch."],
  "withdrawal-sent": ["Đã gửi lệnh rút: {amount} {asset}", "Đã được chuyển trên mạng."],
  "withdrawal-returned": [
    "Lệnh rút bị hoàn lại: {amount} {asset}",
    "Chưa được chuyển. Số tiền đã về lại tài khoản của bạn.",
  ],
  "coupon-paid": ["Đã trả phiếu thưởng: {amount} {asset}", "Số tiền đã có trong tài khoản của bạn."],
  "bonus-granted": [
    "Đã nhận tiền thưởng: {amount} {asset}",
    "Tiền thưởng nằm trong tài khoản phái sinh cho đến khi hết hạn.",
  ],
  "bonus-ends-day": [
    "Tiền thưởng của bạn hết hạn trong vòng 24 giờ: {amount} {asset}",
    "Khi đó phần còn lại được trả về chương trình. Số dư khả dụng của bạn sẽ thay thế làm ký quỹ đang dùng.",
  ],
  "bonus-ends-hour": [
    "Tiền thưởng của bạn hết hạn trong vòng một giờ: {amount} {asset}",
    "Khi đó phần còn lại được trả về chương trình. Số dư khả dụng của bạn sẽ thay thế làm ký quỹ đang dùng.",
  ],
  "nickname-accepted": ["Biệt danh được chấp nhận: {nickname}", "Được dùng từ bây giờ."],
  "nickname-rejected": ["Biệt danh bị từ chối: {nickname}", "Không qua được xét duyệt. Bạn có thể gửi biệt danh khác."],
  "identity-verified": ["Đã xác minh danh tính: cấp {level}", "Hạn mức rút của bạn theo cấp này."],
  "identity-rejected": ["Xác minh danh tính thất bại", "Lý do và bước tiếp theo có trong hồ sơ của bạn."],
  "ticket-answered": [
    "Bộ phận hỗ trợ đã trả lời: {subject}",
    "Yêu cầu S-{number}. Xem câu trả lời và phản hồi tại đó.",
  ],
  "new-device": ["Thiết bị mới: {device}", "IP {ip}. Nếu không phải bạn, hãy kết thúc phiên và đổi mật khẩu."],
  "security-changed": [
    "Cài đặt bảo mật đã thay đổi",
    "Chi tiết có trong email của bạn. Nếu không phải bạn, hãy đóng băng tài khoản.",
  ],
};
