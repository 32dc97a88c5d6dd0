import jsQR from "jsqr";
import { encode } from "uqr";
import { expect, test } from "vitest";
import { readTagText, tagAddress } from "#shared/features/nfc/tag-code.ts";

test("reads a tag's printed QR code in print colors", () => {
  const code = "7K3MQ9TD0XVF2B8C";
  const { data, size } = encode(tagAddress("https://looby.camp-nine.example:3000", code), {
    ecc: "M",
    border: 2,
  });
  const scale = 4;
  const side = size * scale;
  const pixels = new Uint8ClampedArray(side * side * 4);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const isBlack = data[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true;
      pixels.set(isBlack ? [40, 32, 20, 255] : [235, 224, 196, 255], (y * side + x) * 4);
    }
  const read = jsQR(pixels, side, side)?.data ?? "";
  expect(readTagText(read)).toEqual({ kind: "item", code });
  expect(jsQR(new Uint8ClampedArray(side * side * 4).fill(200), side, side)).toBeNull();
});
