import { expect, test } from "vitest";
import { defaultVoiceSettings, parseVoiceSettings } from "./voice-settings.ts";

test("parses each stored setting separately and replaces invalid ones by defaults", () => {
  expect(parseVoiceSettings('{"stopsByItself":true,"recognizesOnDevice":"yes"}')).toEqual({
    stopsByItself: true,
    recognizesOnDevice: false,
  });
  expect(parseVoiceSettings('{"recognisesOnDevice":true}').recognizesOnDevice).toBe(true);
  for (const nonsense of [null, "", "{", "7", "[]", "null"]) {
    expect(parseVoiceSettings(nonsense)).toEqual(defaultVoiceSettings);
  }
});
