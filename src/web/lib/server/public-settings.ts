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

/** The operator's public address, or else the one that this page was opened at. Of two, the one that other devices can open. */
export function usePublicAddress(): PublicAddress {
  return publicAddressOf(usePublicSettings(), location.origin);
}

/** As `usePublicAddress`. @param page the origin that this page was opened at */
export function publicAddressOf({ publicAddress }: PublicSettings, page: string): PublicAddress {
  const reachable = [publicAddress ?? page, page].find((origin) => !isOnlyHere(new URL(origin).hostname));
  return { origin: reachable ?? page, isOnlyHere: reachable === undefined };
}

/**
 * The server's https origin, for a page that was opened without https: its browser stores no session. Only the browser knows how it connects,
 * because a proxy may have ended https before the server. Null when the page may stay, or other devices cannot open that origin.
 */
export function safeOriginOf({ publicAddress }: PublicSettings): string | null {
  const isElsewhere = publicAddress?.startsWith("https:") === true && !isSecureContext;
  return isElsewhere && !isOnlyHere(new URL(publicAddress).hostname) ? publicAddress : null;
}

export function usePublicSettings(): PublicSettings {
  return useContext(PublicSettingsContext);
}
