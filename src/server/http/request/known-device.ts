import { randomBytes } from "node:crypto";
import { parse, serialize } from "hono/utils/cookie";
import type { Deps } from "#server/deps.ts";
import { hashCode, isSame, keyRing } from "#server/config/secret.ts";

/** What it takes to know a device. */
export type KnowingWorld = Pick<Deps, "config" | "secret">;

/** What a device has opened: a person's account or a community's admin login, by folded name. */
export type Login = `account|${string}` | `community|${string}`;

/** As long as browsers keep a cookie. */
const LIFE_S = 400 * 24 * 3600;
/** Logins a shared phone is remembered for; the oldest goes first. */
const MOST_MARKS = 8;

/**
 * The device's id, when a user has opened this login on it before; else null. A stranger's wrong guesses must not lock
 * such a device out, so its own are counted apart ("device cookies", OWASP Authentication Cheat Sheet).
 */
export function knownDevice(world: KnowingWorld, headers: Headers, login: Login): string | null {
  const { id, marks } = readDevice(world, headers);
  const known = marksOf(world, id, login);
  return marks.some((mark) => known.some((one) => isSame(mark, one))) ? id : null;
}

/** The `Set-Cookie` value by which this device is known for the login from now on. */
export function rememberDevice(world: KnowingWorld, headers: Headers, login: Login): string {
  const { id, marks } = readDevice(world, headers);
  const [mark = "", ...earlier] = marksOf(world, id, login);
  const others = marks.filter((other) => other !== mark && !earlier.includes(other));
  const kept = [mark, ...others].slice(0, MOST_MARKS);
  const isSecure = world.config.publicUrl?.startsWith("https://") ?? false;
  return serialize(nameOf(world), [id, ...kept].join("."), {
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

/** By each of the server's secrets, the newest first. */
function marksOf(world: KnowingWorld, id: string, login: Login): string[] {
  return keyRing(world).map((secret) => hashCode(secret, "known-device", `${id}:${login}`));
}

function nameOf({ config }: KnowingWorld): string {
  return config.publicUrl?.startsWith("https://") === true ? "__Host-looby-device" : "looby-device";
}
