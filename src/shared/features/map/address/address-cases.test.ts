import { test, expect } from "vitest";
import { parseAddress } from "./address.ts";

/**
 * Location strings with their expected reading, one per line: text|kind|street|time|plazaTime|plazaStreet|frontage[|extra], "-" for null.
 * The strings were used from 2012 to 2025 (their readings come from the structured fields beside them or were written by hand, never by a
 * parser); some were written for this list.
 */
const cases = `
B & 4:45|intersection|B|4:45|-|-|annular
I & 4:15|intersection|I|4:15|-|-|annular
J & 7:45|intersection|J|7:45|-|-|annular
D & 2:45|intersection|D|2:45|-|-|annular
B & 8:45|intersection|B|8:45|-|-|annular
C & 3:15|intersection|C|3:15|-|-|annular
E & 6:15|intersection|E|6:15|-|-|annular
G & 2:30|intersection|G|2:30|-|-|annular
J & 8:45|intersection|J|8:45|-|-|annular
H & 6:15|intersection|H|6:15|-|-|annular
I & 9:15|intersection|I|9:15|-|-|annular
F & 8:15|intersection|F|8:15|-|-|annular
I & 7:15|intersection|I|7:15|-|-|annular
K & 9:15|intersection|K|9:15|-|-|annular
F & 4:45|intersection|F|4:45|-|-|annular
B & 9:15|intersection|B|9:15|-|-|annular
C & 7:45|intersection|C|7:45|-|-|annular
E & 3:45|intersection|E|3:45|-|-|annular
I & 6:45|intersection|I|6:45|-|-|annular
H & 2:15|intersection|H|2:15|-|-|annular
C & 9:15|intersection|C|9:15|-|-|annular
A & 8:15|intersection|A|8:15|-|-|annular
D & 5:45|intersection|D|5:45|-|-|annular
J & 4:45|intersection|J|4:45|-|-|annular
E & 9:15|intersection|E|9:15|-|-|annular
4:00 & I|intersection|I|4:00|-|-|radial
3:15 & J|intersection|J|3:15|-|-|radial
9:30 & J|intersection|J|9:30|-|-|radial
8:00 & I|intersection|I|8:00|-|-|radial
10:00 & D|intersection|D|10:00|-|-|radial
9:30 & I|intersection|I|9:30|-|-|radial
8:45 & F|intersection|F|8:45|-|-|radial
3:30 & G|intersection|G|3:30|-|-|radial
9:30 & A|intersection|A|9:30|-|-|radial
2:00 & K|intersection|K|2:00|-|-|radial
8:00 & A|intersection|A|8:00|-|-|radial
8:00 & F|intersection|F|8:00|-|-|radial
6:30 & E|intersection|E|6:30|-|-|radial
3:30 & C|intersection|C|3:30|-|-|radial
6:00 & J|intersection|J|6:00|-|-|radial
2:30 & E|intersection|E|2:30|-|-|radial
3:30 & H|intersection|H|3:30|-|-|radial
4:00 & H|intersection|H|4:00|-|-|radial
6:15 & I|intersection|I|6:15|-|-|radial
2:30 & A|intersection|A|2:30|-|-|radial
10:00 & K|intersection|K|10:00|-|-|radial
4:30 & C|intersection|C|4:30|-|-|radial
6:15 & H|intersection|H|6:15|-|-|radial
10:00 & H|intersection|H|10:00|-|-|radial
9:45 & I|intersection|I|9:45|-|-|radial
2:30 & D|intersection|D|2:30|-|-|radial
6:30 & D|intersection|D|6:30|-|-|radial
7:30 & A|intersection|A|7:30|-|-|radial
Esplanade & 2:00|intersection|Esplanade|2:00|-|-|annular
Esplanade & 9:15|intersection|Esplanade|9:15|-|-|annular
Esplanade & 8:30|intersection|Esplanade|8:30|-|-|annular
Esplanade & 2:30|intersection|Esplanade|2:30|-|-|annular
Esplanade & 7:45|intersection|Esplanade|7:45|-|-|annular
Esplanade & 9:30|intersection|Esplanade|9:30|-|-|annular
Esplanade & 6:45|intersection|Esplanade|6:45|-|-|annular
Esplanade & 4:15|intersection|Esplanade|4:15|-|-|annular
Esplanade & 4:00|intersection|Esplanade|4:00|-|-|annular
7:30 & Alyssum|intersection|A|7:30|-|-|radial
5:30 & Columbine|intersection|C|5:30|-|-|radial
4:45 & Geranium|intersection|G|4:45|-|-|radial
2:00 & Edelweiss|intersection|E|2:00|-|-|radial
2:00 & Kingcup|intersection|K|2:00|-|-|radial
Dandelion & 5:00|intersection|D|5:00|-|-|annular
Foxglove & 7:00|intersection|F|7:00|-|-|annular
Alyssum & 5:00|intersection|A|5:00|-|-|annular
Begonia & 3:15|intersection|B|3:15|-|-|annular
Geranium & 5:45|intersection|G|5:45|-|-|annular
2:00 & Begonia|intersection|B|2:00|-|-|radial
Esplanade & 5:30|intersection|Esplanade|5:30|-|-|annular
7:00 & Columbine|intersection|C|7:00|-|-|radial
Columbine & 4:30|intersection|C|4:30|-|-|annular
Dandelion & 6:00|intersection|D|6:00|-|-|annular
Gold & 2:15|intersection|G|2:15|-|-|annular
Haifa & 3:15|intersection|H|3:15|-|-|annular
Gold & 2:00|intersection|G|2:00|-|-|annular
Antioch & 8:30|intersection|A|8:30|-|-|annular
Antioch & 8:15|intersection|A|8:15|-|-|annular
Esplanade & 4:30|intersection|Esplanade|4:30|-|-|annular
Antioch & 7:45|intersection|A|7:45|-|-|annular
Ephesus & 10:00|intersection|E|10:00|-|-|annular
Haifa & 4:45|intersection|H|4:45|-|-|annular
Isfahan & 2:45|intersection|I|2:45|-|-|annular
Ephesus & 2:15|intersection|E|2:15|-|-|annular
Basra & 3:15|intersection|B|3:15|-|-|annular
Begonia  9:15|intersection|B|9:15|-|-|annular
Kobler & 7:30|intersection|K|7:30|-|-|annular
Baffie @ 4:15|intersection|B|4:15|-|-|annular
7:30 & Kelter|intersection|K|7:30|-|-|radial
Intriguing & 3:45|intersection|I|3:45|-|-|annular
Jemison & 3:45|intersection|J|3:45|-|-|annular
Hypnotic @ 9:45|intersection|H|9:45|-|-|annular
7:30 B Plaza @ 1:30|plaza|-|1:30|7:30|B|plaza
6:00 G Plaza @ 11:15|plaza|-|11:15|6:00|G|plaza
6:00 I Plaza @ 4:00|plaza|-|4:00|6:00|I|plaza
3:00 B Plaza @ 5:00|plaza|-|5:00|3:00|B|plaza
9:00 G Plaza @ 5:45|plaza|-|5:45|9:00|G|plaza
7:30 G Plaza @ 5:30|plaza|-|5:30|7:30|G|plaza
6:00 I Plaza @ 6:15|plaza|-|6:15|6:00|I|plaza
7:30 G Plaza @ 7:30|plaza|-|7:30|7:30|G|plaza
6:00 G Plaza @ 6:45|plaza|-|6:45|6:00|G|plaza
3:00 G Plaza @ 8:00|plaza|-|8:00|3:00|G|plaza
6:00 G Plaza @ 12:45|plaza|-|12:45|6:00|G|plaza
7:30 G Plaza|plaza|-|-|7:30|G|plaza
6:00 I Plaza|plaza|-|-|6:00|I|plaza
3:00 G Plaza|plaza|-|-|3:00|G|plaza
3:00 B Plaza|plaza|-|-|3:00|B|plaza
9:00 B Plaza|plaza|-|-|9:00|B|plaza
6:00 Public Plaza @ 7:30|plaza|-|7:30|6:00|-|plaza
3:00 Public Plaza @ 9:30|plaza|-|9:30|3:00|-|plaza
9:00 Public Plaza @ 5:45|plaza|-|5:45|9:00|-|plaza
6:00 Public Plaza @ 11:00|plaza|-|11:00|6:00|-|plaza
3:00 Public Plaza @ 10:30|plaza|-|10:30|3:00|-|plaza
6:00 Public Plaza @ 3:15|plaza|-|3:15|6:00|-|plaza
9:00 Public Plaza @ 12:30|plaza|-|12:30|9:00|-|plaza
3:00 Plaza @ 3:15|plaza|-|3:15|3:00|-|plaza
4:30 Plaza @ 8:00|plaza|-|8:00|4:30|-|plaza
7:30 Plaza @ 2:30|plaza|-|2:30|7:30|-|plaza
7:30 Plaza @ 3:30|plaza|-|3:30|7:30|-|plaza
4:30 Plaza @ 10:30|plaza|-|10:30|4:30|-|plaza
3:00 B Plaza None None|plaza|-|-|3:00|B|plaza
9:00 G Plaza None None|plaza|-|-|9:00|G|plaza
4:30 B Plaza None None|plaza|-|-|4:30|B|plaza
Public Plaza & 9:00|plaza|-|-|9:00|-|plaza
10:00 & 10:00 B Plaza|plaza|-|10:00|10:00|B|radial
Esplanade & 4:30 Portal|portal|Esplanade|-|4:30|-|annular
6:00 Portal @ 6:00 Portal|portal|-|-|6:00|-|portal
9:00 Portal & A|portal|A|-|9:00|-|portal
3:00 Portal|portal|-|-|3:00|-|portal
9:00 Portal & 9:00 Portal|portal|-|-|9:00|-|portal
7:30 Portal & 7:30 Portal|portal|-|-|7:30|-|portal
6:00 Portal & 6:00 Portal|portal|-|-|6:00|-|portal
3:00 Portal None None|portal|-|-|3:00|-|portal
6:00 Portal  |portal|-|-|6:00|-|portal
Portal & 6:00|portal|-|-|6:00|-|portal
Center Camp Plaza @ 4:00|centerCampPlaza|-|4:00|-|-|cc
Center Camp Plaza @ 11:15|centerCampPlaza|-|11:15|-|-|cc
Center Camp Plaza @ 3:30|centerCampPlaza|-|3:30|-|-|cc
Center Camp Plaza @ 6:45|centerCampPlaza|-|6:45|-|-|cc
Center Camp Plaza @ 2:45|centerCampPlaza|-|2:45|-|-|cc
Center Camp Plaza @ 12:30|centerCampPlaza|-|12:30|-|-|cc
Center Camp Plaza @ 3:15|centerCampPlaza|-|3:15|-|-|cc
Center Camp Plaza @ 2:30|centerCampPlaza|-|2:30|-|-|cc
Center Camp|centerCampPlaza|-|-|-|-|cc
Rod's Ring Road @ 4:00|ringRoad|-|4:00|-|-|ring
Rod's Ring Road @ 5:45|ringRoad|-|5:45|-|-|ring
Rod's Ring Road @ 12:45|ringRoad|-|12:45|-|-|ring
Rod's Ring Road @ 5:15|ringRoad|-|5:15|-|-|ring
Rod's Ring Road & D|ringRoad|D|-|-|-|ring
Rod's Road @ 4:45|ringRoad|-|4:45|-|-|ring
Rod's Road @ 5:30|ringRoad|-|5:30|-|-|ring
Rod's Road @ 5:00|ringRoad|-|5:00|-|-|ring
Rod's Road @ 11:45|ringRoad|-|11:45|-|-|ring
Rod's Road @ 7:30|ringRoad|-|7:30|-|-|ring
Rod's Road @ 4:30|ringRoad|-|4:30|-|-|ring
Rod's Road @ 6:00|ringRoad|-|6:00|-|-|ring
Rod's Road @ 9:45|ringRoad|-|9:45|-|-|ring
Rod's Road @ 2:45|ringRoad|-|2:45|-|-|ring
Rod's Road @ 1:30|ringRoad|-|1:30|-|-|ring
Rod's Road @ 8:30|ringRoad|-|8:30|-|-|ring
Rod's Road @ 3:45|ringRoad|-|3:45|-|-|ring
Rod's Road @ 4:15|ringRoad|-|4:15|-|-|ring
Rod's Road & 6:45|ringRoad|-|6:45|-|-|ring
Inner Circle @ 9:00|innerCircle|-|9:00|-|-|inner
Inner circle 1:45|innerCircle|-|1:45|-|-|inner
Antioch @ Inner Circle|innerCircle|A|-|-|-|annular
Rte 66 Qrtr Two @ 6:30|route66|-|6:30|-|-|r66
Rte 66 Qrtr Two @ 7:00|route66|-|7:00|-|-|r66
Rte 66 Qrtr Two @ 6:45|route66|-|6:45|-|-|r66
Antioch & Rte 66 Qrtr Four|route66|A|-|-|-|annular
Airport Road &|airport|-|-|-|-|air
Airport Road|airport|-|-|-|-|air
Airport Rd & Airport Rd|airport|-|-|-|-|air
Airport Road None None|airport|-|-|-|-|air
Airport Rd|airport|-|-|-|-|air
w/in Sin City  |village|-|-|-|-|-|village=Sin City
The Man|landmark|-|-|-|-|landmark
Temple|landmark|-|-|-|-|landmark
12:00 2500', Open Playa|polar|-|12:00|-|-|polar|distanceFt=2500
8:13 1300', Open Playa|polar|-|8:13|-|-|polar|distanceFt=1300
Cancelled Placement & 4:15|unknown|-|-|-|-|-
C & 7:75|unknown|-|-|-|-|-
C & D|unknown|-|-|-|-|-
&|none|-|-|-|-|-
`;

test.each(cases.trim().split("\n"))("parses the address: %s", (line) => {
  const [text = "", kind, street, time, plazaTime, plazaStreet, frontage, extra] = line
    .split("|")
    .map((field, index) => (field === "-" && index > 0 ? null : field));
  const address = { kind, street, time, plazaTime, plazaStreet, frontage };
  expect(parseAddress(text)).toMatchObject({ ...address, ...extraField(extra) });
});

function extraField(extra: string | null | undefined): Record<string, string | number> {
  const [key, value] = extra?.split("=") ?? [];
  if (key === undefined || value === undefined) return {};
  return { [key]: key === "distanceFt" ? Number(value) : value };
}
