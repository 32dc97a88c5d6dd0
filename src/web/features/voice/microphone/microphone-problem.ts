/** Why the microphone cannot be used. */
export type MicrophoneProblem =
  /** The page came without https: browsers give no microphone to such. */
  | "insecure"
  | "unsupported"
  /** The person, or the system, said no for good. */
  | "denied"
  /** The question was closed without an answer: it may be asked again. */
  | "dismissed"
  | "no-microphone"
  /** Another app holds it. */
  | "in-use"
  | "unknown";

/**
 * What a refusal means.
 * @param errorName of the DOMException the browser gave
 * @param permission what it says of the microphone afterwards; null when it says nothing
 */
export function microphoneProblem(errorName: string, permission: PermissionState | null): MicrophoneProblem {
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
      return "unknown";
  }
}

/** Why there is no use in asking; null when the browser can be asked. */
export function missingAbility(world: {
  isSecure: boolean;
  hasMediaDevices: boolean;
  hasRecorder: boolean;
}): MicrophoneProblem | null {
  if (!world.isSecure) return "insecure";
  return world.hasMediaDevices && world.hasRecorder ? null : "unsupported";
}
