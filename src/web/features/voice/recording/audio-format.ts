/**
 * The type to record in: mp4 on iOS, WebM with Opus elsewhere; null leaves the choice to the browser. The recording itself has the actual
 * type.
 */
export function recordingType(isSupported: (type: string) => boolean, isIos: boolean): string | null {
  const mp4 = ["audio/mp4;codecs=mp4a.40.2", "audio/mp4"];
  const webm = ["audio/webm;codecs=opus", "audio/webm"];
  const wanted = isIos ? [...mp4, ...webm] : webm;
  return wanted.find(isSupported) ?? null;
}

/** File name for a recording of this type. */
export function fileNameOf(type: string): string {
  const container = /^audio\/(webm|mp4|mpeg|wav|x-m4a|ogg)\b/.exec(type)?.[1] ?? "webm";
  const endings: Readonly<Record<string, string>> = { mpeg: "mp3", "x-m4a": "m4a" };
  return `recording.${endings[container] ?? container}`;
}
