import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { createGeocoder } from "./create-geocoder.ts";
import type { Geocoder, GeocoderSettings } from "./geocoder.ts";

test("Nominatim is called according to its usage policy, and its response becomes suggestions", async () => {
  const berlin = {
    place_id: 1,
    lat: "52.5",
    lon: "13.4",
    display_name: "1, Am\u202E Ufer,\n Berlin",
    address: {
      house_number: "1",
      road: "Am Ufer",
      town: "Berlin",
      postcode: "10999",
      country: "Deutschland",
    },
  };
  const nowhere = { ...berlin, lat: "91", address: undefined };
  await using upstream = await startUpstream(() => [200, JSON.stringify([berlin, nowhere])]);
  const geocoder = geocoderAt(upstream.url, { kind: "nominatim", countries: ["de", "at"] });
  expect(await geocoder.search("am ufer 1 & co")).toEqual([
    {
      display_name: "1, Am Ufer, Berlin",
      lat: 52.5,
      lon: 13.4,
      address: {
        house_number: "1",
        road: "Am Ufer",
        city: "Berlin",
        state: null,
        postcode: "10999",
        country: "Deutschland",
      },
      source: "geocoder",
    },
  ]);
  const [call] = upstream.calls;
  expect(call?.url).toBe(
    "/search?q=am+ufer+1+%26+co&format=json&addressdetails=1&limit=5&countrycodes=de%2Cat",
  );
  expect(call?.userAgent).toBe("Looby/9 (+https://looby.example)");
  expect(geocoder).toMatchObject({ mayTypeAhead: false, pauseMs: 1000 });
});

test("Photon's results are limited to the configured countries", async () => {
  const feature = (countrycode: string, name?: string) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: [13.4, 52.5] },
    properties: { name, street: "Am Ufer", housenumber: "1", postcode: "10999", city: "Berlin", countrycode },
  });
  const features = [feature("FR", "Paris"), feature("DE", "Haus"), feature("AT"), feature("DE")];
  await using upstream = await startUpstream(() => [200, JSON.stringify({ features })]);
  const found = await geocoderAt(upstream.url, { kind: "photon", countries: ["de", "at"] }).search("am ufer");
  expect(found.map(({ display_name }) => display_name)).toEqual([
    "Haus, Am Ufer 1, 10999 Berlin",
    "Am Ufer 1, 10999 Berlin",
    "Am Ufer 1, 10999 Berlin",
  ]);
  expect(found[0]).toMatchObject({ lat: 52.5, lon: 13.4, address: { road: "Am Ufer", house_number: "1" } });
  await geocoderAt(upstream.url, { kind: "photon", countries: ["de"] }).search("am ufer");
  expect(upstream.calls[1]?.url).toBe("/api?q=am+ufer&limit=20&countrycode=DE");
});

test.for([
  ["busy", 429, "", "unavailable"],
  ["broken", 500, "", "unavailable"],
  ["refused", 403, "", "upstream-failed"],
  ["not JSON", 200, "<html>", "unavailable"],
  ["another form", 200, `{"x":[]}`, "upstream-failed"],
  ["endless", 200, `"${"x".repeat(600_000)}"`, "unavailable"],
] as const)("a geocoder that is %s ends in an error with a code", async ([, status, body, code]) => {
  await using upstream = await startUpstream(() => [status, body]);
  for (const kind of ["photon", "nominatim"] as const) {
    await expect(geocoderAt(upstream.url, { kind, countries: [] }).search("berlin")).rejects.toMatchObject({
      code,
    });
  }
});

function geocoderAt(baseUrl: string, settings: Pick<GeocoderSettings, "kind" | "countries">): Geocoder {
  const egress = createEgress({ allowedOrigins: [baseUrl], log: createLog("silent") });
  const geocoder = createGeocoder(egress, {
    baseUrl,
    userAgent: "Looby/9 (+https://looby.example)",
    ...settings,
  });
  if (geocoder === null) throw new Error("no geocoder");
  return geocoder;
}

async function startUpstream(answer: () => [number, string]) {
  const calls: { url: string; userAgent: string }[] = [];
  const server: Server = createServer((request, response) => {
    calls.push({ url: request.url ?? "", userAgent: request.headers["user-agent"] ?? "" });
    const [status, body] = answer();
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
