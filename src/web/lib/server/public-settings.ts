import { isOnlyHere } from "#shared/http/only-here.ts";
import { createContext, useContext } from "react";

/** Public settings of the operator of this server. */
export interface PublicSettings {
  productName: string;
  /** The name for a community, in the singular: "Loobricate". */
  communityNoun: string;
  /** Footer links: the maker and the design studio. */
  links: readonly FooterLink[];
  /** The origin that users open; null if not configured, missing from older servers. */
  publicAddress?: string | null | undefined;
  /** Storage time of a backup on the server; null if not configured, missing from older servers. */
  backupRetentionHours?: number | null;
}

export interface FooterLink {
  label: string;
  url: string;
}

/** The server's default configuration, used until its response arrives. */
export const defaultPublicSettings: PublicSettings = {
  productName: "Looby",
  communityNoun: "Loobricate",
  links: [],
};

export const PublicSettingsContext = createContext(defaultPublicSettings);

/** The address of this server for everything that is printed, scanned or sent. */
export interface PublicAddress {
  /** Such as `https://looby.example`. */
  origin: string;
  /** No other device can open it. */
  isOnlyHere: boolean;
}

/** The operator's public address, or else the one that this page was opened at. */
export function usePublicAddress(): PublicAddress {
  const { publicAddress } = usePublicSettings();
  const origin = publicAddress ?? location.origin;
  return { origin, isOnlyHere: isOnlyHere(new URL(origin).hostname) };
}

export function usePublicSettings(): PublicSettings {
  return useContext(PublicSettingsContext);
}
