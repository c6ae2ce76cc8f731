import { Qr } from "@tidemark/kit-ui";

/** Apart, so that what draws the code is fetched only when somebody comes near it. */
export function DownloadQr({ url, label }: { url: string; label: string }) {
  return <Qr value={url} label={label} />;
}
