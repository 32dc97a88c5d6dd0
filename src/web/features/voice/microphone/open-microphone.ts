import { type MicrophoneProblem, microphoneProblem, missingAbility } from "./microphone-problem.ts";

export class MicrophoneRefused extends Error {
  readonly problem: MicrophoneProblem;

  constructor(problem: MicrophoneProblem, cause?: unknown) {
    super(`no microphone: ${problem}`, { cause });
    this.name = "MicrophoneRefused";
    this.problem = problem;
  }
}

/** Asks for the microphone. @throws MicrophoneRefused */
export async function openMicrophone(): Promise<MediaStream> {
  const missing = missingAbility({
    isSecure: window.isSecureContext,
    hasMediaDevices: navigator.mediaDevices !== undefined,
    hasRecorder: "MediaRecorder" in window,
  });
  if (missing !== null) throw new MicrophoneRefused(missing);
  try {
    return await navigator.mediaDevices.getUserMedia({
      // Raw sound: cleaning speech for listeners removes what recognition needs.
      audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: true },
    });
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : "";
    throw new MicrophoneRefused(microphoneProblem(name, await permission()), cause);
  }
}

/** Null where the browser does not tell. */
async function permission(): Promise<PermissionState | null> {
  try {
    const { state } = await navigator.permissions.query({ name: "microphone" });
    return state;
  } catch {
    return null;
  }
}
