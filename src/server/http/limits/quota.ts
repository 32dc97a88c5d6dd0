import type { Actor } from "../request/actor.ts";
import { AppError } from "../app-error.ts";

/** Storage quotas of one person on this server. */
export interface PersonQuota {
  listings: number;
  memories: number;
  needs: number;
  photos: number;
  photoBytes: number;
  /** Texts waiting to be embedded. New ones are accepted again when some have their vectors. */
  toEmbed: number;
}

export interface Quotas {
  user: PersonQuota;
  visitor: PersonQuota;
  community: { listings: number };
}

export function quotaOf(quotas: Quotas, { kind }: Pick<Actor, "kind">): PersonQuota {
  return quotas[kind];
}

/** @param things such as "memories" */
export function quotaReached({ kind }: Pick<Actor, "kind">, things: string, most: number): AppError {
  const many = most.toLocaleString("en");
  return new AppError(
    "quota-reached",
    kind === "visitor"
      ? `A visitor can keep ${many} ${things} here. Please delete some, or sign up to keep more.`
      : `You have ${many} ${things}, as many as one account can keep here. Please delete some, or ask who runs this server for more room.`,
  );
}
