import { deviceName } from "#shared/features/account/device-name.ts";
import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import {
  knownDevice,
  type KnowingWorld,
  type Login,
  rememberDevice,
} from "#server/http/request/known-device.ts";

/** The device a person signs in on. */
export interface ArrivingDevice {
  /** Such as "Chrome on Android". */
  name: string;
  /** Whether this account was signed in on this device before. */
  isKnownTo(pseudonym: string): boolean;
  /** The `Set-Cookie` value that marks the device as known from now on. */
  remember(pseudonym: string): string;
}

export function arrivingDevice(world: KnowingWorld, headers: Headers): ArrivingDevice {
  return {
    name: deviceName(headers.get("user-agent")),
    isKnownTo: (pseudonym) => knownDevice(world, headers, loginOf({ pseudonym })) !== null,
    remember: (pseudonym) => rememberDevice(world, headers, loginOf({ pseudonym })),
  };
}

/** The login of a pseudonym, however it is spelled. */
export function loginOf({ pseudonym }: { pseudonym: string }): Login {
  return `account|${foldPseudonym(pseudonym)}`;
}
