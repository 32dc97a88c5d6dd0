import { listCamps } from "#shared/features/map/contract.ts";
import { type CampPayloadCache, chooseEncoding } from "#server/features/map/camp-payload.ts";
import { type Route, route } from "#server/http/route.ts";

export function mapRoutes(camps: CampPayloadCache): Route[] {
  return [
    route(listCamps, { who: "anyone" }, async ({ request }) => {
      const payload = await camps.get();
      const headers = {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "public, no-cache",
        etag: payload.etag,
        vary: "accept-encoding",
      };
      if (request.headers.get("if-none-match") === payload.etag)
        return new Response(null, { status: 304, headers });
      const { body, encoding } = chooseEncoding(payload, request.headers.get("accept-encoding") ?? "");
      return new Response(body as Uint8Array<ArrayBuffer>, {
        headers: {
          ...headers,
          "content-length": String(body.byteLength),
          ...(encoding === null ? {} : { "content-encoding": encoding }),
        },
      });
    }),
  ];
}
