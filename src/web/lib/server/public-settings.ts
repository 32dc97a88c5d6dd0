import { createContext, useContext } from "react";

/** What the operator of this server decided and everybody may know. */
export interface PublicSettings {
  productName: string;
  /** The label of a community, in the singular: "Loobricate". */
  communityNoun: string;
  /** Footer: the maker and the design studio. */
  links: readonly FooterLink[];
  /** How long the server keeps a backup; null where nobody has said so. An older server does not say. */
  backupsKeptHours?: number | null;
}

export interface FooterLink {
  label: string;
  url: string;
}

/** The defaults of the server's configuration, shown until its answer is here. */
export const defaultPublicSettings: PublicSettings = {
  productName: "Looby",
  communityNoun: "Loobricate",
  links: [],
};

export const PublicSettingsContext = createContext(defaultPublicSettings);

export function usePublicSettings(): PublicSettings {
  return useContext(PublicSettingsContext);
}
