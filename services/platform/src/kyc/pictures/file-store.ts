import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { KycConfig } from "../../module/kyc-settings.ts";

/** Where sealed files are kept. It never holds anything that could be read without a key of the database. */
export type FileStore = {
  put(id: string, sealed: Uint8Array): Promise<void>;
  /** Undefined where there is none. */
  get(id: string): Promise<Buffer | undefined>;
  /** Deleting what is not there is done. */
  delete(id: string): Promise<void>;
  /** All names, for an installation of moderate size and for tests. */
  list(): Promise<readonly string[]>;
  close(): void;
};

const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
function checked(id: string): string {
  if (!idShape.test(id)) throw new Error("a file's name is no id");
  return id;
}
const isMissing = (error: unknown): boolean => (error as { code?: string }).code === "ENOENT";

/** A folder that only this account may read. A file is there whole or not at all. */
function directoryStore(directory: string): FileStore {
  const pathOf = (id: string): string => join(directory, checked(id));
  return {
    async put(id, sealed) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const unfinished = `${pathOf(id)}.part`;
      await writeFile(unfinished, sealed, { mode: 0o600, flush: true });
      await rename(unfinished, pathOf(id));
    },
    get: (id) =>
      readFile(pathOf(id)).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      }),
    delete: (id) => rm(pathOf(id), { force: true }),
    list: () =>
      readdir(directory).then(
        (names) => names.filter((name) => idShape.test(name)),
        (error: unknown) => {
          if (isMissing(error)) return [];
          throw error;
        },
      ),
    close: () => undefined,
  };
}

const storeTimeoutMs = 5_000;

function s3Store(config: KycConfig): FileStore {
  const client = new S3Client({
    region: config.KYC_S3_REGION,
    credentials: { accessKeyId: config.KYC_S3_ACCESS_KEY, secretAccessKey: config.KYC_S3_SECRET_KEY },
    // Other servers than Amazon's have their buckets in the path.
    ...(config.KYC_S3_URL === "" ? {} : { endpoint: config.KYC_S3_URL, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { requestTimeout: storeTimeoutMs, connectionTimeout: storeTimeoutMs },
    maxAttempts: 2,
  });
  const Bucket = config.KYC_S3_BUCKET;
  return {
    async put(id, sealed) {
      const ContentType = "application/octet-stream";
      await client.send(new PutObjectCommand({ Bucket, Key: checked(id), Body: sealed, ContentType }));
    },
    async get(id) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: checked(id) }));
        return Body === undefined ? undefined : Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if ((error as Error).name === "NoSuchKey") return undefined;
        throw error;
      }
    },
    async delete(id) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checked(id) }));
    },
    async list() {
      const names: string[] = [];
      let after: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken: after }));
        for (const { Key } of page.Contents ?? []) if (Key !== undefined && idShape.test(Key)) names.push(Key);
        after = page.NextContinuationToken;
      } while (after !== undefined);
      return names;
    },
    close: () => client.destroy(),
  };
}

/** Undefined where no pictures are taken. */
export function openFileStore(config: KycConfig): FileStore | undefined {
  if (config.KYC_STORE === "directory") return directoryStore(config.KYC_DIRECTORY);
  return config.KYC_STORE === "s3" ? s3Store(config) : undefined;
}
