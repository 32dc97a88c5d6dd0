import { expect, test } from "vitest";
import { defaultVoiceSettings, parseVoiceSettings } from "./voice-settings.ts";

test("what was stored is read part by part, and nonsense is as at the beginning", () => {
  expect(parseVoiceSettings('{"stopsByItself":true,"recognisesOnDevice":"yes"}')).toEqual({
    stopsByItself: true,
    recognisesOnDevice: false,
  });
  for (const nonsense of [null, "", "{", "7", "[]", "null"]) {
    expect(parseVoiceSettings(nonsense)).toEqual(defaultVoiceSettings);
  }
});
