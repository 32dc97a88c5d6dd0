import type { Deps } from "#server/deps.ts";
import type { Actor } from "../request/actor.ts";
import { knownDevice, type Login, rememberDevice } from "../request/known-device.ts";
import { type Limit, perMinute } from "../policy.ts";
import { callerOf, countAgainstLimits, type Counted, countHit, giveBack, slowDown } from "./rate-limit.ts";
import type { CallRequest } from "../route.ts";

type World = Pick<Deps, "config" | "secret" | "database" | "waitingRoom">;

const WINDOW_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const SIGN_UPS = "account.signed-up";
/** Wrong guesses per 15 minutes of one session, or of one known device at its login. Further guesses are refused. */
const OF_ONE_CALLER = 10;
/** Wrong guesses at one login per 15 minutes before further guesses wait: from one network address, and from all together. */
const FREE_FROM_ONE_ADDRESS = 5;
const FREE_FROM_EVERYWHERE = 200;
/** Guesses of one network address in a minute, at any login, before further guesses wait. */
const FREE_PER_MINUTE = perMinute(60);
/** Sign-ups of one network address in an hour before further ones wait, and how many may wait at once: 900 an hour. */
const FREE_SIGN_UPS = 150;
const WAITING_SIGN_UPS = { ofNetwork: 2, ofSession: 1 };
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
/** Guesses at one login that may wait at once: of one session, from one address (with and without a session), and in all. */
const WAITING = { ofSession: 1, ofNetwork: 3, inAll: 40 };

interface Guess {
  /** The kind of secret being guessed, such as an endpoint's id. */
  what: string;
  /** The login the secret opens, by folded name. Counted whether or not it exists, so that no wait or refusal reveals it. */
  opened: Login;
  /** Null: a caller without a session. */
  actor: Pick<Actor, "sessionId"> | null;
  request: CallRequest;
}

/** A guess counted as wrong until `wasRight` is called. */
interface CountedGuess {
  /** The guess was right: it is not counted, and this device is known from now on. */
  wasRight(answer: { readonly headers: Headers }): Promise<void>;
}

/**
 * Counts a guess at a password or code before it is checked, so that concurrent guesses all count. A session, and a device that opened this
 * login before, are refused after ten wrong guesses. Any other guess waits, longer with each wrong one at this login. Frequent callers lose
 * their places to less frequent ones: the login's owner may share the guesser's network, with a new phone.
 *
 * Per server, six guesses at a login from one address can wait at a time, each 8 s: 65,000 a day from there, and 430,000 from all
 * addresses. That is too few for a password that `assertStrong` accepts, and for a code of 40 bits.
 * @throws AppError `too-many-requests`: for minutes to a session or known device, for seconds where too many wait
 */
export async function countGuess(
  world: World,
  { what, opened, actor, request }: Guess,
): Promise<CountedGuess> {
  const { limitFactor } = world.config;
  const db = world.database.kysely;
  const login = `${what}|${opened}`;
  const device = knownDevice(world, request.headers, opened);
  const subject = { address: request.address, sessionId: actor?.sessionId ?? null, userId: null };
  const limit = (by: Limit["by"]) => ({ by, max: OF_ONE_CALLER, windowMs: WINDOW_MS });
  const callerLimit: [scope: string, Limit] =
    device === null ? [what, limit("session")] : [`${login}|${device}`, limit("everyone")];
  const counted: [scope: string, Counted][] = [callerLimit];
  const uncount = async () => {
    for (const [scope, each] of counted) await giveBack(db, scope, each, subject);
  };
  if (device === null) await slowDown(world, what, FREE_PER_MINUTE, { ...subject, signal: request.signal });
  await countAgainstLimits(db, callerLimit[0], [callerLimit[1]], subject, limitFactor);
  if (device === null) {
    let wait = 0;
    for (const [by, free] of [
      ["address", FREE_FROM_ONE_ADDRESS],
      ["everyone", FREE_FROM_EVERYWHERE],
    ] as const) {
      const guesses = { by, windowMs: WINDOW_MS };
      counted.push([login, guesses]);
      const wrong = await countHit(db, login, guesses, subject);
      wait = Math.max(wait, delayOfGuess(wrong - Math.ceil(free * limitFactor)));
    }
    const caller = callerOf(login, subject, WAITING);
    const places = [...caller.places, { of: login, most: WAITING.inAll }];
    try {
      await world.waitingRoom.wait(wait, { ...caller, places }, request.signal);
    } catch (error) {
      await uncount(); // The guess is not checked.
      throw error;
    }
  }
  return {
    async wasRight(answer) {
      await uncount();
      answer.headers.append("set-cookie", rememberDevice(world, request.headers, opened));
    },
  };
}

/**
 * Counts a sign-up before it is tried, so that concurrent ones all count. It waits after many sign-ups of its network address within an
 * hour. A failed one must be given back.
 * @throws AppError `too-many-requests` for some seconds; see `WaitingRoom`
 */
export async function countSignUp(
  { config, database, waitingRoom }: World,
  { actor, request }: Pick<Guess, "actor" | "request">,
): Promise<{ giveBack(): Promise<void> }> {
  const subject = { address: request.address, sessionId: actor?.sessionId ?? null, userId: null };
  const signUps = { by: "address", windowMs: HOUR_MS } as const;
  const uncount = async () => giveBack(database.kysely, SIGN_UPS, signUps, subject);
  const count = await countHit(database.kysely, SIGN_UPS, signUps, subject);
  const wait = delayOfGuess(count - Math.ceil(FREE_SIGN_UPS * config.limitFactor));
  try {
    await waitingRoom.wait(wait, callerOf(SIGN_UPS, subject, WAITING_SIGN_UPS), request.signal);
  } catch (error) {
    await uncount();
    throw error;
  }
  return { giveBack: uncount };
}

/** Milliseconds a guess waits that comes `over` guesses after the last free one. */
export function delayOfGuess(over: number): number {
  return over <= 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (over - 1));
}
