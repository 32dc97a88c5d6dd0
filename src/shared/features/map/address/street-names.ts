import type { StreetRef } from "../city/city.ts";

/**
 * Street names by letter, as used in addresses from 2012 to 2026, in addition to the specification's names. A name starts with its letter
 * every year, so one table serves all years. The last names of I and J are spellings found on official maps.
 */
const namesByLetter = {
  A: "Agog|Alyssum|Airstrip|Antioch|Arno|Awe|Algorithm|Andromeda|Apparition|Afanc|Atwood|Ararat",
  B: "Baffie|Baffle|Begonia|Biggie Size|Basra|Botticelli|Breath|Bender|Bacchus|Breton|Bigfoot|Bradbury|Bodhi",
  C: "Captivate|Columbine|Consumer|Cinnamon|Cosimo|Ceremony|Cylon|Cupid|Cocteau|Chupacabra|Cherryh|Chomolungma",
  D: "Delight|Dandelion|Desiderata|Darjeeling|Donatello|Dance|Dewey|Diana|Dali|Dingbat|Dick|Delphi",
  E: "Enchant|Edelweiss|Extraterrestrial|Ephesus|Effigiare|Eulogy|Elektro|Echo|Enigma|Encantado|Ellison|Eternal",
  F: "Fascinate|Foxglove|False Idol|Frankincense|Florin|Fire|Fribo|Fortuna|Fugue|Frogbat|Farmer|Fulcrum",
  G: "Gobsmack|Geranium|GDP|Gold|Guild|Genuflect|Gort|Ganymede|Glimmer|Grootslang|Gibson|Great Oak",
  H: "Hypergawk|Hypnotic|Hyacinth|Holy|Haifa|High Renaissance|Hallowed|HAL|Hypnagogia|Hodag|Herbert|Heiau",
  I: "Intrigue|Iris|Interstellar|Isfahan|Italic|Inspirit|Iron Giant|Icarus|Inception|Igopogo|Ishiguro|Iroko|Intriguing",
  J: "Jawdrop|Jabberwock|Jasmine|John Frum|Jade|Justice|Juju|Johnny 5|Jove|Jarry|Jackalope|Jemisin|Jiba|Jemison",
  K: "Kobler|Kelter|Kingcup|Kowtow|Kandahar|Knowledge|Kundalini|Kinoshita|Kronos|Kahlo|Kraken|Kilgore",
  L: "Lilac|Laissez-faire|Lapis|Lorenzo|Lustrate|Leon|Labyrinth",
} as const satisfies Partial<Record<StreetRef, string>>;

const refByName = new Map<string, StreetRef>([
  ["esplanade", "Esplanade"],
  ...["esp", "espl", "esplanad", "esplande", "esplenade"].map((name): [string, StreetRef] => [
    name,
    "Esplanade",
  ]),
]);
for (const [letter, names] of Object.entries(namesByLetter)) {
  // Object.entries loses the key type: the keys are street letters.
  for (const name of names.split("|")) refByName.set(keyOf(name), letter as StreetRef);
}

/** Matches any known name, longest first. Its words may be written together, apart or with a hyphen. */
export const streetNamePattern = [
  "esplanade",
  "esplenade",
  "esplande",
  "esplanad",
  "espl",
  "esp",
  ...Object.values(namesByLetter),
]
  .flatMap((names) => names.toLowerCase().split("|"))
  .toSorted((a, b) => b.length - a.length)
  .map((name) => name.replaceAll(/[ -]/g, "[\\s-]*"))
  .join("|");

/** Every word of a street name, with its street. */
export const streetWords: ReadonlyMap<string, StreetRef> = new Map([
  ["esplanade", "Esplanade"],
  ...Object.entries(namesByLetter).flatMap(([letter, names]) =>
    names
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length > 2)
      .map((word): [string, StreetRef] => [word, letter as StreetRef]),
  ),
]);

/** The street of a folded name ("great  oak", "greatoak") or single letter; null when there is none. */
export function streetOfName(text: string): StreetRef | null {
  const name = keyOf(text);
  if (/^[a-l]$/.test(name)) return name.toUpperCase() as StreetRef; // the pattern allows only the twelve letters
  return refByName.get(name) ?? null;
}

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(/[\s-]+/g, "");
}
