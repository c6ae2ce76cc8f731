import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startService } from "@tidemark/kit-testing";

export const s3Main: string = fileURLToPath(new URL("./s3-process.ts", import.meta.url));
const shared = { bucket: "tidemark-kyc", access: "development", secret: "development-secret", region: "us-east-1" };

/** Settings of the process, and of a platform that stores its files there. */
export const s3Settings = (port: number, directory: string) => ({
  own: {
    S3_BUCKET: shared.bucket,
    S3_ACCESS_KEY: shared.access,
    S3_SECRET_KEY: shared.secret,
    S3_REGION: shared.region,
    S3_DIRECTORY: directory,
    S3_PORT: String(port),
  },
  platform: {
    KYC_STORE: "s3",
    KYC_S3_URL: `http://127.0.0.1:${port}`,
    KYC_S3_REGION: shared.region,
    KYC_S3_BUCKET: shared.bucket,
    KYC_S3_ACCESS_KEY: shared.access,
    KYC_S3_SECRET_KEY: shared.secret,
  },
});

/** An object store of one test; `directory` is where its objects lie. */
export async function startS3() {
  const directory = mkdtempSync(join(tmpdir(), "tidemark-s3-"));
  const service = await startService(s3Main, s3Settings(0, directory).own, "listening");
  const { platform } = s3Settings(Number(service.ready.port), directory);
  return {
    directory,
    settings: platform,
    async end() {
      await service.end("SIGTERM");
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
