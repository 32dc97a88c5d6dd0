import type { Kysely } from "kysely";
import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import type { Schema } from "#server/db/schema.ts";
import { findPerson, findPersonByKey } from "./repository.ts";
import type { Log } from "#server/log.ts";

/**
 * User ids of the accounts listed in the configuration by id or pseudonym. Looked up once, at the start. A name without an
 * account is ignored and reported to the operator: otherwise the first person to sign up with it would become an operator.
 */
export async function findOperators(
  db: Kysely<Schema>,
  named: readonly string[],
  log: Pick<Log, "warn">,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const name of named) {
    const person = (await findPerson(db, name)) ?? (await findPersonByKey(db, foldPseudonym(name)));
    if (person !== undefined) found.add(person.userId);
    else
      log.warn(
        {},
        `OPERATORS: there is no account “${name}”, so it is ignored. Sign up by that name, then start Looby again.`,
      );
  }
  return found;
}
