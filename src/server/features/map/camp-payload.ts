import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { isHidden, withoutPlace } from "./embargo.ts";
import { findFestival } from "#server/festival/festival.ts";
import { listCamps } from "./repository.ts";

/** The response of the camps call, encoded once per version of the data: encoding costs 30 times as much as a request. */
export interface CampPayload {
  json: Uint8Array<ArrayBuffer>;
  br: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
  /** Strong validator of the JSON. */
  etag: string;
  /** Time at which withheld places become public, in milliseconds since the epoch. */
  validUntil: number;
}

export interface CampPayloadCache {
  get(): Promise<CampPayload>;
  /** Call when camps changed: the next `get` reads them again. */
  forget(): void;
}

export function createCampPayloadCache(db: Kysely<Schema>): CampPayloadCache {
  let payload: Promise<CampPayload> | null = null;
  return {
    async get() {
      payload ??= buildPayload(db).catch((error: unknown) => {
        payload = null;
        throw error;
      });
      const built = await payload;
      if (Date.now() < built.validUntil) return built;
      payload = null;
      return await this.get();
    },
    forget() {
      payload = null;
    },
  };
}

async function buildPayload(db: Kysely<Schema>): Promise<CampPayload> {
  const { year, locationsFrom } = await findFestival(db);
  const hidden = isHidden(locationsFrom);
  const camps = await listCamps(db, year);
  const json = Buffer.from(JSON.stringify(hidden ? camps.map(withoutPlace) : camps));
  const [br, gzipped] = await Promise.all([
    // Quality 9, because 11 takes seconds for 1,500 camps and saves only a few percent.
    promisify(brotliCompress)(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(json, { level: 9 }),
  ]);
  const etag = `"${createHash("sha256").update(json).digest("base64url").slice(0, 27)}"`;
  const validUntil = hidden && locationsFrom !== null ? locationsFrom.getTime() : Number.POSITIVE_INFINITY;
  return { json, br, gzip: gzipped, etag, validUntil };
}
