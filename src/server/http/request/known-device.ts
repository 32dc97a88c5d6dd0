import { randomBytes } from "node:crypto";
import { parse, serialize } from "hono/utils/cookie";
import type { Deps } from "#server/deps.ts";
import { hashCode, isSame, keyRing } from "#server/config/secret.ts";

/** Dependencies for recognizing a device. */
export type KnowingWorld = Pick<Deps, "config" | "secret">;

/** A login opened on a device: an account or a community's admin login, by folded name. */
export type Login = `account|${string}` | `community|${string}`;

/** The longest time browsers store a cookie. */
const LIFE_S = 400 * 24 * 3600;
/** Logins remembered for a shared phone. Adding another one drops the oldest. */
const MOST_MARKS = 8;

/**
 * The device's id if this login was opened on it before, else null. Guesses of a known device are counted separately, so that a
 * stranger's wrong guesses cannot lock it out ("device cookies", OWASP Authentication Cheat Sheet).
 */
export function knownDevice(world: KnowingWorld, headers: Headers, login: Login): string | null {
  const { id, marks } = readDevice(world, headers);
  const known = marksOf(world, id, login);
  return marks.some((mark) => known.some((one) => isSame(mark, one))) ? id : null;
}

/** The `Set-Cookie` value by which this device is known for the login. */
export function rememberDevice(world: KnowingWorld, headers: Headers, login: Login): string {
  const { id, marks } = readDevice(world, headers);
  const [mark = "", ...earlier] = marksOf(world, id, login);
  const others = marks.filter((other) => other !== mark && !earlier.includes(other));
  const newest = [mark, ...others].slice(0, MOST_MARKS);
  const isSecure = world.config.publicUrl?.startsWith("https://") ?? false;
  return serialize(nameOf(world), [id, ...newest].join("."), {
    path: "/",
    maxAge: LIFE_S,
    httpOnly: true,
    sameSite: "Lax",
    secure: isSecure,
  });
}

function readDevice(world: KnowingWorld, headers: Headers): { id: string; marks: string[] } {
  const name = nameOf(world);
  const [id, ...marks] = parse(headers.get("cookie") ?? "", name)[name]?.split(".") ?? [];
  if (id === undefined || !/^[\w-]{22}$/.test(id))
    return { id: randomBytes(16).toString("base64url"), marks: [] };
  return { id, marks: marks.slice(0, MOST_MARKS) };
}

/** One mark per server secret, newest first. */
function marksOf(world: KnowingWorld, id: string, login: Login): string[] {
  return keyRing(world).map((secret) => hashCode(secret, "known-device", `${id}:${login}`));
}

function nameOf({ config }: KnowingWorld): string {
  return config.publicUrl?.startsWith("https://") === true ? "__Host-looby-device" : "looby-device";
}
