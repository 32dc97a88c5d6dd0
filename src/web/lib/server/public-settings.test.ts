import { expect, test, vi } from "vitest";
import { defaultPublicSettings, publicAddressOf, safeOriginOf } from "./public-settings.ts";

const LOOBY = "https://looby.example";
const settings = (publicAddress: string | null | undefined) => ({ ...defaultPublicSettings, publicAddress });

test.each([
  [LOOBY, "http://localhost:3000", LOOBY, false],
  [null, "http://192.168.1.5:3000", "http://192.168.1.5:3000", false],
  [undefined, "http://192.168.1.5:3000", "http://192.168.1.5:3000", false],
  ["http://localhost:3000", "http://192.168.1.5:3000", "http://192.168.1.5:3000", false],
  [null, "http://localhost:3000", "http://localhost:3000", true],
  [null, "http://0.0.0.0:3000", "http://0.0.0.0:3000", true],
  ["https://127.0.0.1", "http://[::1]:3000", "http://[::1]:3000", true],
])(
  "prints for the public address %s on a page at %s the address %s",
  (publicAddress, page, origin, isOnlyHere) => {
    expect(publicAddressOf(settings(publicAddress), page)).toEqual({ origin, isOnlyHere });
  },
);

test("leads only a page without https to the server's https address, and to none of this machine", () => {
  vi.stubGlobal("isSecureContext", true);
  expect(safeOriginOf(settings(LOOBY))).toBeNull();
  vi.stubGlobal("isSecureContext", false);
  expect(safeOriginOf(settings(LOOBY))).toBe(LOOBY);
  for (const other of ["http://looby.example", "https://localhost:3000", null, undefined])
    expect(safeOriginOf(settings(other))).toBeNull();
  vi.unstubAllGlobals();
});
