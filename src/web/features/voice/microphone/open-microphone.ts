export class MicrophoneRefused extends Error {
  readonly problem: MicrophoneProblem;

  constructor(problem: MicrophoneProblem, cause?: unknown) {
    super(`no microphone: ${problem}`, { cause });
    this.name = "MicrophoneRefused";
    this.problem = problem;
  }
}

/** Requests the microphone. @throws MicrophoneRefused */
export async function openMicrophone(): Promise<MediaStream> {
  const missing = missingAbility({
    isSecure: window.isSecureContext,
    hasMediaDevices: navigator.mediaDevices !== undefined,
    hasRecorder: "MediaRecorder" in window,
  });
  if (missing !== null) throw new MicrophoneRefused(missing);
  try {
    return await navigator.mediaDevices.getUserMedia({
      // Raw sound, because cleaning speech for listeners removes what recognition needs.
      audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: true },
    });
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : "";
    throw new MicrophoneRefused(microphoneProblem(name, await permission(), await hasMicrophone()), cause);
  }
}

/** Null if the browser does not report it. */
async function permission(): Promise<PermissionState | null> {
  try {
    const { state } = await navigator.permissions.query({ name: "microphone" });
    return state;
  } catch {
    return null;
  }
}

/** Whether the device has a microphone; browsers list one without its name before they have permission. Null if unknown. */
async function hasMicrophone(): Promise<boolean | null> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.some(({ kind }) => kind === "audioinput");
  } catch {
    return null;
  }
}

/** The reason why the microphone cannot be used. */
export type MicrophoneProblem =
  /** The page was loaded without https; browsers then deny the microphone. */
  | "insecure"
  | "unsupported"
  /** The user, or the system, has denied it permanently. */
  | "denied"
  /** The prompt was closed without a choice, so it may be shown again. */
  | "dismissed"
  | "no-microphone"
  /** Another app is using it. */
  | "in-use"
  | "unknown";

/**
 * Finds the cause of a refusal.
 * @param errorName of the DOMException the browser threw
 * @param permission the browser's permission state afterwards; null when unknown
 * @param hasMicrophone null when unknown
 */
export function microphoneProblem(
  errorName: string,
  permission: PermissionState | null,
  hasMicrophone: boolean | null,
): MicrophoneProblem {
  switch (errorName) {
    case "NotAllowedError":
    case "PermissionDeniedError":
      return permission === "prompt" ? "dismissed" : "denied";
    case "SecurityError":
      return "denied";
    case "NotFoundError":
    case "DevicesNotFoundError":
    case "OverconstrainedError":
      return "no-microphone";
    case "NotReadableError":
    case "TrackStartError":
    case "AbortError":
      return "in-use";
    default:
      // WebKit reports a missing microphone under another name.
      return hasMicrophone === false ? "no-microphone" : "unknown";
  }
}

/** The reason why a request cannot succeed; null when the browser can be asked. */
export function missingAbility(world: {
  isSecure: boolean;
  hasMediaDevices: boolean;
  hasRecorder: boolean;
}): MicrophoneProblem | null {
  if (!world.isSecure) return "insecure";
  return world.hasMediaDevices && world.hasRecorder ? null : "unsupported";
}
