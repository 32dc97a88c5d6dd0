import type { Deps } from "#server/deps.ts";
import type { Actor } from "../request/actor.ts";
import { knownDevice, type Login, rememberDevice } from "../request/known-device.ts";
import type { Limit } from "../policy.ts";
import { countAgainstLimits, countHit, giveBack, type Tally } from "./rate-limit.ts";
import type { CallRequest } from "../route.ts";
import { guardedTurns } from "./waiting-room.ts";

type World = Pick<Deps, "config" | "secret" | "database" | "waitingRoom">;

const WINDOW_MS = 15 * 60_000;
const MINUTE_MS = 60_000;
/** Wrong guesses per 15 minutes of one session, or of one known device at its login. Further guesses are refused. */
const OF_ONE_CALLER = 10;
/** Wrong guesses at one login per 15 minutes before further guesses wait: from one network address, and from all together. */
const FREE_FROM_ONE_ADDRESS = 5;
const FREE_FROM_EVERYWHERE = 200;
/** Guesses of one network address in a minute, at any login, before further guesses wait. */
const FREE_PER_MINUTE = 60;

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
 * login before, are refused after ten wrong guesses. Any other guess beyond the free ones waits up to 20 s for a turn by lot, which a
 * stranger with many sessions cannot keep from the login's owner, who may share the stranger's network, with a new phone.
 *
 * All waiting guesses of a kind share the turns of a server, whatever their login and address: 86,000 a day while up to ten wait, and 860,000
 * while a hundred or more do. That is too few for a code of 40 bits. A guesser that holds a hundred connections for a week tries the six
 * million most common passwords: `assertStrong` refuses the first of them, and eight letters at random have 200 billion.
 * @throws AppError `too-many-requests`: for minutes to a session or known device, for seconds without a turn
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
  const [caller, callerLimit]: [scope: string, Limit] =
    device === null ? [what, limit("session")] : [`${login}|${device}`, limit("everyone")];
  await countAgainstLimits(db, caller, [callerLimit], subject, limitFactor);
  const wrong: Tally[] = [[caller, callerLimit]];
  const uncount = async () => {
    for (const tally of wrong) await giveBack(db, ...tally, subject);
  };
  if (device === null) {
    const isOver = async (tally: Tally, free: number) =>
      (await countHit(db, ...tally, subject)) > Math.ceil(free * limitFactor);
    const fromAddress: Tally = [login, { by: "address", windowMs: WINDOW_MS }];
    const fromEverywhere: Tally = [login, { by: "everyone", windowMs: WINDOW_MS }];
    wrong.push(fromAddress, fromEverywhere);
    const over = [
      await isOver([what, { by: "address", windowMs: MINUTE_MS }], FREE_PER_MINUTE),
      await isOver(fromAddress, FREE_FROM_ONE_ADDRESS),
      await isOver(fromEverywhere, FREE_FROM_EVERYWHERE),
    ];
    try {
      if (over.includes(true)) await world.waitingRoom.wait(what, guardedTurns, request.signal);
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
