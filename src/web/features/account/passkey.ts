import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { readCreationOptions, readRequestOptions, writeCredential } from "./passkey-json.ts";

/** The reason why passkeys are unavailable here. */
export interface PasskeyObstacle {
  sentence: string;
  /** The server's address where they are available; null when there is none. */
  address: string | null;
}

/**
 * Why passkeys are unavailable here; null if they are available. A passkey belongs to the server's public address, whose host must be a
 * name, and browsers offer passkeys on secure connections only.
 */
export function usePasskeyObstacle(): PasskeyObstacle | null {
  const { publicAddress = location.origin } = usePublicSettings(); // not known yet, or an older server
  const obstacle = (sentence: string, address: string | null = null) => ({ sentence, address });
  const isNumber = publicAddress !== null && IP_ADDRESS.test(new URL(publicAddress).hostname);
  if (publicAddress?.startsWith("https:") === true && !isNumber && publicAddress !== location.origin)
    return obstacle(`Passkeys work only at ${publicAddress}. Open Looby there to use one.`, publicAddress);
  if (typeof PublicKeyCredential !== "function")
    return obstacle(
      isSecureContext ? "This browser cannot make passkeys." : "Passkeys need a safe connection (https).",
    );
  if (publicAddress?.startsWith("http:") === true && publicAddress !== location.origin)
    return obstacle("Passkeys need a safe connection (https).");
  if (isNumber || (publicAddress === null && location.hostname !== "localhost"))
    return obstacle("Passkeys need an address with a name, and this server has none.");
  return null;
}

const IP_ADDRESS = /^\[|^[\d.]+$/;

/** The user closed the browser's prompt, or it timed out. This is not an error. */
export class PasskeyDismissed extends Error {}

/** This device already has a passkey for the account. No action is needed. */
export class PasskeyPresent extends Error {}

type Json = Record<string, unknown>;

/**
 * Asks the user for one of their passkeys.
 * @param options the server's request options, as JSON
 * @throws PasskeyDismissed
 */
export async function askForPasskey(options: Json): Promise<Json> {
  // Created by the server's library according to the standard; the browser validates every field itself.
  const json = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey =
    "parseRequestOptionsFromJSON" in PublicKeyCredential
      ? PublicKeyCredential.parseRequestOptionsFromJSON(json)
      : readRequestOptions(json);
  return toJson(await dismissable(navigator.credentials.get({ publicKey })));
}

/**
 * Creates a new passkey on this device.
 * @param options the server's creation options, as JSON
 * @throws PasskeyDismissed, PasskeyPresent
 */
export async function createPasskey(options: Json): Promise<Json> {
  // As above.
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey =
    "parseCreationOptionsFromJSON" in PublicKeyCredential
      ? PublicKeyCredential.parseCreationOptionsFromJSON(json)
      : readCreationOptions(json);
  return toJson(await dismissable(navigator.credentials.create({ publicKey })));
}

async function dismissable(asking: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await asking;
  } catch (cause) {
    // The authenticator has one of the excluded credentials.
    if (cause instanceof DOMException && cause.name === "InvalidStateError") {
      throw new PasskeyPresent("This device has a passkey for you already.", { cause });
    }
    const isDismissal =
      cause instanceof DOMException && (cause.name === "NotAllowedError" || cause.name === "AbortError");
    throw isDismissal ? new PasskeyDismissed("The passkey window was closed.", { cause }) : cause;
  }
}

function toJson(credential: Credential | null): Json {
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyDismissed("No passkey was chosen.");
  return "toJSON" in credential ? { ...credential.toJSON() } : writeCredential(credential);
}
