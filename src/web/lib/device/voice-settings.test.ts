import { expect, test } from "vitest";
import { defaultVoiceSettings, parseVoiceSettings } from "./voice-settings.ts";

test("each stored setting is read separately, and an invalid one gets its default", () => {
  expect(parseVoiceSettings('{"stopsByItself":true,"recognizesOnDevice":"yes"}')).toEqual({
    stopsByItself: true,
    recognizesOnDevice: false,
  });
  expect(parseVoiceSettings('{"recognisesOnDevice":true}').recognizesOnDevice).toBe(true);
  for (const nonsense of [null, "", "{", "7", "[]", "null"]) {
    expect(parseVoiceSettings(nonsense)).toEqual(defaultVoiceSettings);
  }
});
