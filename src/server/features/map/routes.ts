import type { Kysely } from "kysely";
import { getCamp, getCity, listCamps, locateAddress } from "#shared/features/map/contract.ts";
import { addressAccuracy } from "#shared/features/map/view/accuracy.ts";
import { formatAddress, parseAddress } from "#shared/features/map/address/address.ts";
import { cityOfYear } from "#shared/features/map/city/cities-by-year.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import type { Schema } from "#server/db/schema.ts";
import type { CampPayloadCache } from "./camp-payload.ts";
import { isHidden, withoutPlace } from "./embargo.ts";
import { type Festival, findFestival } from "#server/festival/festival.ts";
import { importRoutes } from "./import-routes.ts";
import { findCamp } from "./repository.ts";
import { notFound } from "#server/http/app-error.ts";
import { encodingFor } from "#server/http/response/compress.ts";
import { type Route, route } from "#server/http/route.ts";

/** The requested city, or the one on the map. */
async function cityFor(db: Kysely<Schema>, year: string | undefined): Promise<Festival> {
  if (year === undefined) return await findFestival(db);
  return { year, city: cityOfYear(year) ?? specCity, locationsFrom: null };
}

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
      const encoding = encodingFor(request.headers.get("accept-encoding"));
      const body = payload[encoding ?? "json"];
      return new Response(body, {
        headers: {
          ...headers,
          "content-length": String(body.byteLength),
          ...(encoding === null ? {} : { "content-encoding": encoding }),
        },
      });
    }),
    // Registered before the route with an id parameter.
    ...importRoutes(camps),
    route(getCamp, { who: "anyone" }, async ({ params, db, deps }) => {
      const { year, locationsFrom } = await findFestival(db);
      const stored = await findCamp(db, params.campId);
      if (stored === null || (year !== null && stored.camp.year !== year)) throw notFound("This camp");
      const camp = isHidden(locationsFrom) ? withoutPlace(stored.camp) : stored.camp;
      return { ...camp, ...stored.card, timeZone: deps.config.dailyZone };
    }),
    route(getCity, { who: "anyone" }, async ({ query, db }) => {
      const { year, city, locationsFrom } = await cityFor(db, query.year);
      return { year, city, locationsFrom: locationsFrom?.toISOString() ?? null };
    }),
    route(locateAddress, { who: "anyone" }, async ({ query, db }) => {
      const { city } = await cityFor(db, query.year);
      const address = parseAddress(query.q);
      const point = locate(city, address);
      return {
        kind: address.kind,
        street: address.street,
        time: address.time,
        plazaTime: address.plazaTime,
        plazaStreet: address.plazaStreet,
        latitude: point?.latitude ?? null,
        longitude: point?.longitude ?? null,
        accuracyM: point && addressAccuracy(city, address),
        written: formatAddress(city, address),
        city: city.id,
      };
    }),
  ];
}
