import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import type { Config } from "#server/config/config.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Egress } from "#server/platform/egress.ts";
import { assertStorageKey, type PhotoStorage, STORED_TYPE } from "./photo-storage.ts";

type S3Settings = NonNullable<Config["s3"]>;

const UPLOAD_DEADLINE_MS = 30_000;

/**
 * Photos in an S3-compatible bucket, with path-style addresses. The signature covers the body's hash, so the store rejects bytes
 * that changed in transit.
 */
export function createS3Storage(settings: S3Settings, egress: Egress): PhotoStorage {
  const send = async (
    method: "PUT" | "GET" | "HEAD" | "DELETE",
    key: string,
    body?: Uint8Array<ArrayBuffer>,
  ) => {
    assertStorageKey(key);
    const signer = new AwsV4Signer({
      method,
      url: `${settings.endpoint}/${settings.bucket}/${key}`,
      headers: {
        "x-amz-content-sha256": createHash("sha256")
          .update(body ?? "")
          .digest("hex"),
        ...(body === undefined
          ? {}
          : { "content-type": key.endsWith(".webp") ? STORED_TYPE : "application/octet-stream" }),
      },
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
      region: settings.region,
      service: "s3",
    });
    const { url, headers } = await signer.sign();
    return await egress(url, {
      purpose: "photo",
      method,
      headers,
      ...(body === undefined ? {} : { body, deadlineMs: UPLOAD_DEADLINE_MS }),
    });
  };
  return {
    kind: "s3",
    async put(key, bytes) {
      const response = await send("PUT", key, bytes);
      if (!response.ok) throw await refused("PUT", key, response);
      await response.body?.cancel();
    },
    async get(key) {
      const response = await send("GET", key);
      const size = sizeOf(response);
      if (response.ok && response.body !== null && size !== null) return { body: response.body, size };
      if (response.status !== 404) throw await refused("GET", key, response);
      await response.body?.cancel();
      return null;
    },
    async head(key) {
      const response = await send("HEAD", key);
      const size = sizeOf(response);
      if (response.ok && size !== null) return { size };
      if (response.status !== 404) throw await refused("HEAD", key, response);
      return null;
    },
    async delete(key) {
      const response = await send("DELETE", key);
      if (!response.ok && response.status !== 404) throw await refused("DELETE", key, response);
      await response.body?.cancel();
    },
  };
}

function sizeOf(response: Response): number | null {
  const length = response.headers.get("content-length");
  return length === null ? null : Number(length);
}

/** The store's error message goes only to the log, because it names keys and buckets. */
async function refused(method: string, key: string, response: Response): Promise<AppError> {
  const words = (await response.text()).slice(0, 500);
  const cause = new Error(`S3 ${method} ${key}: ${response.status} ${words}`);
  return new AppError(
    "upstream-failed",
    "The photo store did not answer as it should. Please try again later.",
    {
      cause,
    },
  );
}
