import { createContext, useContext } from "react";

/** Public settings of the operator of this server. */
export interface PublicSettings {
  productName: string;
  /** The name for a community, in the singular: "Loobricate". */
  communityNoun: string;
  /** Footer links: the maker and the design studio. */
  links: readonly FooterLink[];
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

export function usePublicSettings(): PublicSettings {
  return useContext(PublicSettingsContext);
}
