import { test, expect } from "vitest";
import fc from "fast-check";
import { type Address, formatAddress, parseAddress, writtenAddress } from "./address.ts";
import { specCity, streetRefs } from "../city/city.ts";

test("reads all spellings of one intersection alike", () => {
  const ways = [
    "E & 7:30",
    "7:30 & E",
    "7:30&e",
    "7.30 @ Enchant",
    "ENCHANT   7:30",
    "7:30 and Enchant",
    "E, 7:30",
    "7:30/E",
    "corner of 7:30 & Enchant St.",
    "  Encantado @ 07:30 ",
    "7:30 & E None None",
  ];
  for (const text of ways) {
    expect({ text, ...parseAddress(text) }).toMatchObject({
      text,
      kind: "intersection",
      street: "E",
      time: "7:30",
    });
  }
  expect(parseAddress("Dalí & 4:00")).toMatchObject({ street: "D", time: "4:00" });
  expect(parseAddress("great  oak & 4:00")).toMatchObject({ street: "G", time: "4:00" });
  expect(parseAddress("Rod’s Road @ 4:00")).toMatchObject({ kind: "ringRoad", time: "4:00" });
});

test("reads typos, abbreviations and keyboard autocorrections", () => {
  const crossings: Record<string, string[]> = {
    "Esplanade 4:00": ["Esp. & 4", "Esplande @ 4:00", "esplenade&4", "ESPLANADE 400", "Espl. 4 o'clock"],
    "E 7:30": [
      "730 & E",
      "E7:30",
      "7:30E",
      "E-7:30",
      "7h30 & E",
      "7;30 & E",
      "7 : 30 & E",
      "7:30 x Enchantt",
      "Elison & 7:30",
      "E &amp; 7:30",
      "E | 7:30",
      "“E & 7:30”",
      "７：３０ ＆ Ｅ",
      "E\u200B & 7:30",
      "7:30 & Encha.",
      "E & 7:30 (Mid-block facing man)",
      "E & 7:30, Corner - facing mountain & 2:00",
    ],
    "H 9:45": ["Hypergwak @ 9:45", "high-renaisance & 9:45", "Highrenaissance 9:45"],
    "J 3:00": ["Johnny5 & 3", "Jabberwok @ 3:00", "John Furm & 3"],
    "D 4:00": ["Dalí & 4", "Dali\u0301 & 4:00"],
  };
  for (const [expected, texts] of Object.entries(crossings)) {
    for (const text of texts) {
      const { kind, street, time } = parseAddress(text);
      expect([text, kind, `${street} ${time}`]).toEqual([text, "intersection", expected]);
    }
  }
  const places: [string, string][] = [
    ["7:30GPlaza@4:30", "7:30 G Plaza @ 4:30"],
    ["G Plaza 7:30 @ 4:30", "7:30 G Plaza @ 4:30"],
    ["7:30 Plazza G @ 4:30", "7:30 G Plaza @ 4:30"],
    ["public plaza 3:00 @ 9:30", "3:00 Plaza @ 9:30"],
    ["Ctr Camp @ 4", "Center Camp Plaza @ 4:00"],
    ["CenterCamp Plz 4:00", "Center Camp Plaza @ 4:00"],
    ["Rods Ring Rd. @ 5:45", "Rod's Ring Road @ 5:45"],
    ["Portla 6:00", "6:00 Portal"],
    ["Airpot Rd", "Airport Road"],
    ["deep playa 11:30 2,500 ft", "11:30 2500', Open Playa"],
    ["w/i Sin City", "w/in Sin City"],
  ];
  for (const [text, expected] of places)
    expect([text, formatAddress(specCity, parseAddress(text))]).toEqual([text, expected]);
  for (const text of [
    "lamp & 7:30",
    "7:30 pm & E",
    "1300 & C",
    "E & 66",
    "Placed & 4",
    "campfire & 4:30 girls",
  ])
    expect([text, parseAddress(text).kind]).toEqual([text, "unknown"]);
});

test("distinguishes plazas, portals, gates and Centre Camp", () => {
  expect(parseAddress("G & 7:30 Portal")).toMatchObject({ kind: "portal", street: "G", plazaTime: "7:30" });
  expect(parseAddress("Plaza & 9:00")).toMatchObject({ kind: "plaza", plazaTime: "9:00", time: null });
  expect(parseAddress("9:00 & B Plaza")).toMatchObject({
    kind: "plaza",
    plazaTime: "9:00",
    plazaStreet: "B",
  });
  expect(parseAddress("Centre Camp @ 2:15")).toMatchObject({ kind: "centerCampPlaza", time: "2:15" });
  expect(parseAddress("Main Gate")).toMatchObject({ kind: "gate", street: null, time: null });
  expect(parseAddress("The Temple")).toMatchObject({ kind: "landmark", landmark: "temple" });
  expect(parseAddress("The Man")).toMatchObject({ kind: "landmark", landmark: "man" });
  expect(parseAddress("within Sin City")).toMatchObject({ kind: "village", village: "Sin City" });
});

test("returns none for an empty text and unknown for nonsense or half an address", () => {
  for (const text of ["", "   ", "None", "None & None", "n/a", "@", null, undefined]) {
    expect([text, parseAddress(text).kind]).toEqual([text, "none"]);
  }
  const nonsense = [
    "7:30",
    "E",
    "E & F & 7:30",
    "7:30 & 8:00 & E",
    "M & 7:30",
    "13:00 & C",
    "0:30 & C",
    "C & 7:300",
    "Cancelled Placement & 4:15",
    "ask at the big tree",
    "2500'",
    "<script>alert(1)</script> E & 7:30",
    "E & 7:30 ".repeat(1_000),
  ];
  for (const text of nonsense) {
    expect({ text, ...parseAddress(text) }).toEqual({
      text,
      kind: "unknown",
      street: null,
      time: null,
      plazaTime: null,
      plazaStreet: null,
      frontage: null,
    });
  }
});

test("formats an address with the city's own street names", () => {
  const written = (text: string) => formatAddress(specCity, parseAddress(text));
  expect(written("E & 7:30")).toBe("7:30 & Enchant");
  expect(written("Gibson @ 3:00")).toBe("3:00 & Gobsmack");
  expect(written("7:30 G Plaza @ 4:30")).toBe("7:30 G Plaza @ 4:30");
  expect(written("9:00 Portal & A")).toBe("9:00 Portal & Agog");
  expect(written("12:00 2500', Open Playa")).toBe("12:00 2500', Open Playa");
  expect(written("Temple")).toBe("The Temple");
  expect(written("&")).toBeNull();
});

test.each([
  ["E & 7:30", "7:30 & Enchant"],
  ["7:30 @ enchant", "7:30 & Enchant"],
  ["7:30 G Plaza @ 4:30", "7:30 G Plaza @ 4:30"],
  ["Near 7:30 & E", "Near 7:30 & E"],
  ["Warschauer Str. 12, Berlin", "Warschauer Str. 12, Berlin"],
  ["", ""],
])("writes %s as %s", (typed, written) => {
  expect(writtenAddress(specCity, typed)).toBe(written);
});

test("parses a formatted address back into the same address", () => {
  const time = fc.integer({ min: 0, max: 719 }).map((minutes) => {
    const hour = Math.floor(minutes / 60) || 12;
    return `${hour}:${String(minutes % 60).padStart(2, "0")}`;
  });
  const street = fc.constantFrom(...streetRefs);
  const text = fc.oneof(
    fc.tuple(street, time).map(([s, t]) => `${s} & ${t}`),
    fc.tuple(time, street, time).map(([p, s, t]) => `${p} ${s === "Esplanade" ? "B" : s} Plaza @ ${t}`),
    fc.tuple(time, street).map(([p, s]) => `${p} Portal & ${s}`),
    time.map((t) => `Center Camp Plaza @ ${t}`),
    time.map((t) => `Rod's Ring Road @ ${t}`),
    fc.tuple(time, fc.integer({ min: 1, max: 9999 })).map(([t, feet]) => `${t} ${feet}', Open Playa`),
  );
  fc.assert(
    fc.property(text, (written) => {
      const address = parseAddress(written);
      const again = parseAddress(formatAddress(specCity, address));
      expect(address.kind).not.toBe("unknown");
      expect(withoutFrontage(again)).toEqual(withoutFrontage(address));
    }),
    { seed: 7, numRuns: 500 },
  );
});

test("never throws, whatever the text", () => {
  const pieces = fc.constantFrom(
    "7:30",
    "E",
    "&",
    "@",
    "Plaza",
    "portal",
    "Rod's",
    "'",
    "İ",
    "none",
    "66",
    "w/in",
    "\u0000",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(pieces).map((words) => words.join(" ")),
  );
  fc.assert(
    fc.property(text, (hostile) => {
      expect(parseAddress(hostile).kind).toBeTypeOf("string");
    }),
    { seed: 7, numRuns: 2_000 },
  );
});

/** "E & 7:30" faces E and "7:30 & E" faces 7:30: the same place in another order. */
function withoutFrontage(address: Address): Address {
  return { ...address, frontage: null };
}
