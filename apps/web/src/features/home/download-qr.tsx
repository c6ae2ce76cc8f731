import { Qr } from "@tidemark/kit-ui";

/** A separate file, so that the QR code is loaded only near the viewport. */
export function DownloadQr({ url, label }: { url: string; label: string }) {
  return <Qr value={url} label={label} />;
}
