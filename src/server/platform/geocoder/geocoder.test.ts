import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { createGeocoder } from "./create-geocoder.ts";
import type { Geocoder, GeocoderSettings } from "./geocoder.ts";

test("calls Nominatim by its usage policy and returns suggestions", async () => {
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

test("limits Photon's results to the configured countries", async () => {
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

test("distinguishes places by district, county or state", async () => {
  const named = (properties: object, lon: number) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: [lon, 40, 12] },
    properties: { country: "United States", countrycode: "US", ...properties },
  });
  const town = { type: "city", name: "Springfield" };
  const street = { street: "Main Street", housenumber: 5, city: "Berlin" };
  const features = [
    named({ ...town, state: "Illinois" }, 1),
    named({ ...town, state: "Ohio", county: "Clark" }, 2),
    named({ ...street, district: "Mitte" }, 3),
    named({ ...street, district: "Wedding" }, 4),
    named({ name: "Oak", county: "Kent", state: "Ohio" }, 5),
    named({ name: "Oak", county: "York", state: "Ohio" }, 6),
  ];
  await using upstream = await startUpstream(() => [200, JSON.stringify({ features })]);
  const search = async () => geocoderAt(upstream.url, { kind: "photon", countries: [] }).search("x y z");
  expect((await search()).map(({ display_name }) => display_name)).toEqual([
    "Springfield, Illinois, United States",
    "Springfield, Clark, Ohio, United States",
    "Main Street 5, Berlin, Mitte, United States",
    "Main Street 5, Berlin, Wedding, United States",
    "Oak, Ohio, Kent, United States",
  ]);
});

test("uses the state as the city of an address without a city", async () => {
  const hamburg = { lat: "53.5", lon: "10", display_name: "Hamburg", address: { state: "Hamburg" } };
  await using upstream = await startUpstream(() => [200, JSON.stringify([hamburg])]);
  const [found] = await geocoderAt(upstream.url, { kind: "nominatim", countries: [] }).search("hamburg");
  expect(found?.address).toMatchObject({ city: "Hamburg", state: "Hamburg" });
  const properties = { name: "Hafen", state: "Hamburg" };
  const feature = { geometry: { coordinates: [10, 53.5] }, properties };
  await using photon = await startUpstream(() => [200, JSON.stringify({ features: [feature] })]);
  const [port] = await geocoderAt(photon.url, { kind: "photon", countries: [] }).search("hafen");
  expect(port).toMatchObject({ display_name: "Hafen, Hamburg", address: { city: "Hamburg" } });
});

test.each([
  ["photon", { geometry: { coordinates: [1, 2] }, properties: { name: "Fine" } }, { geometry: null }],
  [
    "photon",
    { geometry: { coordinates: [1, 2] }, properties: { name: "Fine" } },
    { geometry: { coordinates: ["1", 2] }, properties: {} },
  ],
  ["photon", { geometry: { coordinates: [1, 2] }, properties: { name: "Fine" } }, null],
  [
    "nominatim",
    { lat: "2", lon: "1", display_name: "Fine", address: null },
    { lat: null, lon: "", display_name: "Odd" },
  ],
  ["nominatim", { lat: "2", lon: "1", display_name: "Fine" }, { lat: "2", lon: "1", display_name: 7 }],
] as const)("ignores one odd place of %s without failing the others", async (kind, fine, odd) => {
  const places = [odd, fine];
  const body = JSON.stringify(kind === "photon" ? { features: places } : places);
  await using upstream = await startUpstream(() => [200, body]);
  const found = await geocoderAt(upstream.url, { kind, countries: [] }).search("fine");
  expect(found).toMatchObject([{ display_name: "Fine", lat: 2, lon: 1 }]);
});

test.for([
  ["busy", 429, "", "unavailable"],
  ["broken", 500, "", "unavailable"],
  ["refused", 403, "", "upstream-failed"],
  ["not JSON", 200, "<html>", "unavailable"],
  ["another form", 200, `{"x":[]}`, "upstream-failed"],
  ["endless", 200, `"${"x".repeat(600_000)}"`, "unavailable"],
] as const)("reports a geocoder that is %s as an error with a code", async ([, status, body, code]) => {
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
