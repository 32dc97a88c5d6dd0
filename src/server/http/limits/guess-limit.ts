import type { Deps } from "#server/deps.ts";
import { knownDevice, type Login, rememberDevice } from "../request/known-device.ts";
import type { Limit } from "../policy.ts";
import { countAgainstLimits, giveBack } from "./rate-limit.ts";
import type { CallRequest } from "../route.ts";

type World = Pick<Deps, "config" | "secret" | "database">;

const WINDOW_MS = 15 * 60_000;
/** Wrong guesses at one login per 15 minutes, from one network address or from one known device. */
const AT_ONE_LOGIN = 10;
/** Wrong guesses at any login from one address, which a whole camp may share. */
const FROM_ONE_ADDRESS = 200;
/** Wrong guesses at one login from all addresses together. Slows distributed guessing without locking out known devices. */
const FROM_EVERYWHERE = 200;

interface Guess {
  /** The kind of secret being guessed, such as an endpoint's id. */
  what: string;
  /** The login the secret opens, by folded name. Counted whether or not it exists, so that a refusal reveals nothing. */
  opened: Login;
  request: CallRequest;
}

/** A guess counted as wrong until `wasRight` is called. */
interface CountedGuess {
  /** The guess was right: it is not counted, and this device is known from now on. */
  wasRight(answer: { readonly headers: Headers }): Promise<void>;
}

/**
 * Counts a guess at a password or code before it is checked, so that concurrent guesses all count.
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
