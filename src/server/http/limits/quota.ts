import type { Actor } from "../request/actor.ts";
import { AppError } from "../app-error.ts";

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
