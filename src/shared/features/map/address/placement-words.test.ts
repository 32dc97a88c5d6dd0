import { expect, test } from "vitest";
import { readCampFile } from "../camps/camp-file.ts";
import { specCity } from "../city/city.ts";
import { placeImported } from "../camps/place-imported.ts";
import { placementWords } from "./placement-words.ts";

test("states how accurate a camp's place is, and in which direction it may be off", () => {
  const words = (frontage: string, intersection: string, exact_location: string | null, more = {}) => {
    const rows = [
      { name: "Tea", location: { frontage, intersection, exact_location, dimensions: "50 x 80" }, ...more },
    ];
    const file = readCampFile(JSON.stringify(rows), "2024");
    const [camp] = file.isReadable ? placeImported(specCity, file.camps) : [];
    return camp && placementWords(specCity, camp);
  };
  expect(words("E", "7:30", "Corner - facing man & 10:00")).toBe("within about 10 m");
  expect(words("E", "7:30", "Mid-block facing man")).toBe("within about 90 m along Enchant");
  expect(words("7:30", "E", "Mid-block facing 10:00")).toBe("within about 120 m along 7:30");
  expect(words("E", "7:30", null)).toBe("within about 115 m of its address");
  expect(words("7:30 G Plaza", "4:30", null)).toBe("within about 30 m");
  expect(words("E", "7:30", null, { latitude: 40.78, longitude: -119.2 })).toBe(
    "within about 10 m, as its camp says",
  );
  expect(words("", "", null)).toBeNull();
});
