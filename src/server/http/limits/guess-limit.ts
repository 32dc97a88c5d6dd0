import type { Deps } from "#server/deps.ts";
import { knownDevice, type Login, rememberDevice } from "../request/known-device.ts";
import type { Limit } from "../policy.ts";
import { countAgainstLimits, giveBack } from "./rate-limit.ts";
import type { CallRequest } from "../route.ts";

type World = Pick<Deps, "config" | "secret" | "database">;

const WINDOW_MS = 15 * 60_000;
/** Wrong guesses at one login within a quarter of an hour: by one network address, or by a device that knew it once. */
const AT_ONE_LOGIN = 10;
/** At any login from one address: a whole camp may share it. */
const FROM_ONE_ADDRESS = 200;
/** At one login from everywhere: slows a crowd of addresses down, and keeps out no device that knew the login. */
const FROM_EVERYWHERE = 200;

interface Guess {
  /** The kind of secret that is guessed at, such as an endpoint's id. */
  what: string;
  /** What it opens, by a folded name. Counted whether there is such a thing or not: a refusal tells nothing. */
  opened: Login;
  request: CallRequest;
}

/** A guess that was counted as wrong. */
interface CountedGuess {
  /** It was right: it does not count, and this device is known from now on. */
  wasRight(answer: { readonly headers: Headers }): Promise<void>;
}

/**
 * Counts a guess at a password or code before it is looked at, so that guesses made at once all count.
 * @throws AppError `too-many-requests`
 */
export async function countGuess(world: World, { what, opened, request }: Guess): Promise<CountedGuess> {
  const login = `${what}|${opened}`;
  const device = knownDevice(world, request.headers, opened);
  const limit = (by: Limit["by"], max: number) => ({ by, max, windowMs: WINDOW_MS });
  const counted: [scope: string, Limit][] =
    device === null
      ? [
          [login, limit("address", AT_ONE_LOGIN)],
          [what, limit("address", FROM_ONE_ADDRESS)],
          [login, limit("everyone", FROM_EVERYWHERE)],
        ]
      : [[`${login}|${device}`, limit("everyone", AT_ONE_LOGIN)]];
  const subject = { address: request.address, sessionId: null, userId: null };
  const db = world.database.kysely;
  for (const [scope, each] of counted)
    await countAgainstLimits(db, scope, [each], subject, world.config.limitFactor);
  return {
    async wasRight(answer) {
      for (const [scope, each] of counted) await giveBack(db, scope, each, subject);
      answer.headers.append("set-cookie", rememberDevice(world, request.headers, opened));
    },
  };
}
