import fc from "fast-check";
import { expect, test } from "vitest";
import { pinOfPlace, placeOfPin, placeOfText } from "./chosen-place.ts";
import { specCity } from "../city/city.ts";
import { mapSide } from "../city/geometry.ts";

const side = mapSide(specCity);

test("converts a written city address to a place, and no other text", () => {
  const place = placeOfText(specCity, " 7:30 @ e ");
  expect(place?.address).toBe("7:30 & Enchant");
  expect(place?.latitude).toBeCloseTo(40.786, 1);
  for (const text of ["", "Berlin, Hauptstraße 1", "7:30", "w/in Sin City", "Z & 7:30", "<script>"])
    expect([text, placeOfText(specCity, text)]).toEqual([text, null]);
});

test("leaves a pin where the user dropped it", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, (left, top) => {
      const place = placeOfPin(specCity, side, { left, top });
      const pin = pinOfPlace(specCity, side, place);
      expect(pin.left).toBeCloseTo(left, 6);
      expect(pin.top).toBeCloseTo(top, 6);
      expect(place.address).toMatch(/^(Near )?\d{1,2}:\d\d/);
    }),
    { seed: 20_261_122 },
  );
  expect(placeOfPin(specCity, side, { left: 0.5, top: 0.5 }).address).toMatch(/0 m from the centre$/);
});
