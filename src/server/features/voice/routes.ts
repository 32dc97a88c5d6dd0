import { getDeviceFilePart, transcribe } from "#shared/features/voice/contract.ts";
import { transcribeUpload } from "./service.ts";
import { type Call, type Route, route } from "#server/http/route.ts";
import { notFound } from "#server/http/app-error.ts";
import { encodingFor } from "#server/http/response/compress.ts";
import { readFilePart } from "#server/platform/speech/device-files.ts";

const MINUTE = 60_000;

export const voiceRoutes: Route[] = [
  route(
    transcribe,
    { who: "session", limits: [{ by: "session", max: 20, windowMs: MINUTE }] },
    ({ actor, body, deps, request }) => transcribeUpload(deps, actor, { body, request }),
  ),
  // The same bytes for all users, directly from the packages.
  route(getDeviceFilePart, { who: "anyone" }, sendFilePart),
];

/**
 * Sends a part of a file for speech recognition on the user's device. The address contains the file's hash, so browsers and
 * proxies may cache the response forever.
 * @throws AppError `not-found`
 */
async function sendFilePart(
  call: Pick<Call<typeof getDeviceFilePart, { who: "anyone" }>, "params" | "request">,
): Promise<Response> {
  const { params, request } = call;
  const etag = `"${params.hash.slice(0, 32)}-${params.part}"`;
  const acceptsGzip = encodingFor(request.headers.get("accept-encoding"), ["gzip"]) !== null;
  const part = await readFilePart(params.hash, params.part, acceptsGzip);
  if (part === null) throw notFound("This part of the speech model");
  const headers: Record<string, string> = {
    "content-type": "application/octet-stream",
    "cache-control": "public, max-age=31536000, immutable, no-transform",
    vary: "accept-encoding",
    etag,
    ...(part.encoding === null ? {} : { "content-encoding": part.encoding }),
  };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  headers["content-length"] = String(part.bytes.byteLength);
  return new Response(request.method === "HEAD" ? null : part.bytes, { headers });
}
