import { expect, test } from "vitest";
import { hostForPhones } from "../scripts/camp-box/local-names.ts";

test("sends phones to the given name or to an address they can reach", () => {
  expect(hostForPhones("looby.lan", ["127.0.0.1"])).toBe("looby.lan");
  expect(hostForPhones(null, ["127.0.0.1", "192.168.4.1", "fd00::2"])).toBe("192.168.4.1");
  expect(hostForPhones(null, ["::1", "fd00::2"])).toBe("fd00::2");
});

test("refuses to show a code for a machine that no phone can reach", () => {
  for (const addresses of [[], ["127.0.0.1"], ["127.0.0.1", "::1"]])
    expect(() => hostForPhones(null, addresses)).toThrow(/no address in a local network.*--name/);
});
