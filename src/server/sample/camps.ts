import { type Camp, campSchema } from "#shared/features/map/camps/camp.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { type PlacedCamp, placeCamps } from "#shared/features/map/address/place.ts";
import { streetColour } from "#shared/features/map/city/street-colour.ts";
import { allPlots, type Plot, writeAddress } from "./camp-plots.ts";
import { campThemes, type CampTheme } from "./camp-themes.ts";
import { campAdjectives, campInvitations, hometowns } from "./camp-words.ts";
import { createRandom, type Random } from "./random.ts";

/**
 * Generates the camps of the sample festival in the city of the specification: invented names and texts, addresses in the usual forms,
 * coordinates from address, facing and size. The same seed gives the same camps, sorted by id. Beyond the city's capacity (about 2,000
 * plots) camps share plots, spaced along the frontage.
 */
export function generateCamps(seed: number, count: number): Camp[] {
  const random = createRandom(seed);
  const plots = shuffle(random, allPlots(specCity));
  const names = new Set<string>();
  const camps = Array.from({ length: count }, (_, index): Camp => {
    const plot = plots[index % plots.length];
    if (!plot) throw new RangeError("the city has no plots");
    return inventCamp(random, names, plot);
  });
  const places = placeCamps(specCity, camps);
  return camps
    .map((camp) => campSchema.parse({ ...camp, ...rounded(places.get(camp.id)) }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Seven decimals are one centimeter; more would only take longer to send. */
function rounded(place: PlacedCamp | undefined): PlacedCamp | undefined {
  const round = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
  return place && { ...place, latitude: round(place.latitude), longitude: round(place.longitude) };
}

/** Feet, frontage by depth. The larger ones only where blocks are long. */
const sizes = [
  "30 x 40",
  "40 x 40",
  "40 x 60",
  "50 x 50",
  "50 x 60",
  "50 x 80",
  "60 x 60",
  "60 x 80",
] as const;

function inventCamp(random: Random, names: Set<string>, plot: Plot): Camp {
  const theme = random.pick(campThemes);
  const name = inventName(random, names, theme);
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const { street, ...location } = plot;
  return {
    id: `camp-${slug}`,
    name,
    description: random.next() < 0.95 ? describe(random, theme) : null,
    hometown: random.next() < 0.98 ? random.pick(hometowns) : null,
    landmark: random.next() < 0.99 ? random.pick(theme.landmarks) : null,
    url: random.next() < 0.41 ? `https://example.org/camps/${slug}` : null,
    contact_email: random.next() < 0.5 ? `${slug}@example.org` : null,
    latitude: null,
    longitude: null,
    location_string: writeAddress(specCity, random, plot),
    year: "2026",
    color: streetColour(street, "night"),
    playa_location: { ...location, dimensions: random.pick(sizes) },
    placement: null,
  };
}

function inventName(random: Random, names: Set<string>, theme: CampTheme): string {
  const forms: [() => string, ...(() => string)[]] = [
    () => `The ${random.pick(campAdjectives)} ${random.pick(theme.things)}`,
    () => `${random.pick(theme.things)} & ${random.pick(theme.things)}`,
    () => `${random.pick(theme.things)} ${random.pick(theme.kinds)}`,
    () => `The ${random.pick(campAdjectives)} ${random.pick(theme.kinds)}`,
    () => `Camp ${random.pick(campAdjectives)} ${random.pick(theme.things)}`,
    () => `${random.pick(campAdjectives)} ${random.pick(theme.things)} ${random.pick(theme.kinds)}`,
  ];
  for (;;) {
    const name = random.pick(forms)();
    const isDoubled = /\b(\w+)\b.*\b\1\b/.test(name);
    if (isDoubled || names.has(name)) continue;
    names.add(name);
    return name;
  }
}

function describe(random: Random, theme: CampTheme): string {
  const [first, second] = shuffle(random, theme.offers);
  const sentences = random.next() < 0.45 ? [first, second] : [first];
  return [...sentences.map((offer) => `${offer}.`), random.next() < 0.8 ? random.pick(campInvitations) : ""]
    .join(" ")
    .trim();
}

function shuffle<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
