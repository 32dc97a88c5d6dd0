import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { isAPIError } from "better-auth/api";
import { anonymous, username } from "better-auth/plugins";
import type { Kysely } from "kysely";
import { newId } from "#shared/id.ts";
import type { Config } from "#server/config/config.ts";
import { createJoinedDatabase } from "./joined-database.ts";
import { hashPassword, verifyPassword } from "./passwords/password-hash.ts";
import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import type { Schema } from "#server/db/schema.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Log } from "#server/log.ts";
import { deriveKey, keyRing } from "#server/config/secret.ts";

const VISITOR_PREFIX = "anon-";
const VISITOR_NAME = "Visitor";

const DAY_S = 24 * 3600;
/** Lifetime of a session after the day of its last use: long enough to last from a summer festival into the autumn. */
export const SESSION_S = 180 * DAY_S;

export interface AuthSettings {
  config: Pick<Config, "publicUrl" | "productName" | "previousSecrets">;
  secret: string;
  log: Log;
}

/**
 * better-auth, configured for Looby. Only the files in this folder use it. Its own HTTP handler is not mounted: our endpoints call `api`,
 * so that policy rows, limits, the fuzz test and the authorization matrix cover every sign-in method.
 */
export function createAuth({ config, secret, log }: AuthSettings) {
  const database = createJoinedDatabase();
  const isHttps = config.publicUrl?.startsWith("https://") ?? false;
  const cookieNames = {
    session: isHttps ? "__Host-looby-session" : "looby-session",
    visitor: isHttps ? "__Host-looby-visitor" : "looby-visitor",
    challenge: isHttps ? "__Host-looby-passkey" : "looby-passkey",
  };
  const keys = keyRing({ secret, config }).map((one) => deriveKey(one, "account-cookies"));
  const [key = ""] = keys;
  const library = betterAuth({
    appName: config.productName,
    // The library makes no network call to this address, so any valid one will do.
    baseURL: config.publicUrl ?? "http://localhost",
    secret: key,
    database: { db: database.kysely, type: "postgres", transaction: false },
    telemetry: { enabled: false },
    logger: { level: "warn", log: (_level, message) => log.debug({ library: "better-auth" }, message) },
    rateLimit: { enabled: false }, // our own limits count in the database, per policy row
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: {
        hash: async (password) => database.passwordHash() ?? (await hashPassword(password)),
        verify: ({ hash, password }) => verifyPassword(password, hash),
      },
    },
    user: {
      modelName: "users",
      fields: {
        name: "pseudonym",
        email: "internal_email",
        emailVerified: "internal_email_verified",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
      additionalFields: {
        contactEmail: { type: "string", required: false, fieldName: "email" },
        phone: { type: "string", required: false },
      },
    },
    session: {
      modelName: "sessions",
      expiresIn: SESSION_S,
      updateAge: DAY_S,
      freshAge: DAY_S,
      fields: {
        userId: "user_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    account: {
      modelName: "accounts",
      fields: {
        userId: "user_id",
        accountId: "account_id",
        providerId: "provider_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    verification: {
      modelName: "verifications",
      fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) =>
            "isAnonymous" in user && user["isAnonymous"] === true
              ? { data: { ...user, id: `${VISITOR_PREFIX}${newId()}` } }
              : undefined,
        },
      },
    },
    plugins: [
      anonymous({
        emailDomainName: "visitor.invalid",
        generateName: () => VISITOR_NAME,
        disableDeleteAnonymousUser: true, // we delete the visitor ourselves, after moving its data
        schema: { user: { fields: { isAnonymous: "is_anonymous" } } },
      }),
      username({
        minUsernameLength: 1,
        maxUsernameLength: 80, // UTF-16 units; the contract allows 40 characters
        usernameValidator: () => true, // already checked by the contract's pattern
        usernameNormalization: foldPseudonym,
        displayUsername: false,
        schema: { user: { fields: { username: "pseudonym_key" } } },
      }),
      passkey({
        rpName: config.productName,
        // Without a public address, passkeys work only on this machine: browsers accept only names, and plain http only for
        // localhost.
        rpID: config.publicUrl === null ? "localhost" : new URL(config.publicUrl).hostname,
        origin: config.publicUrl,
        authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
        advanced: { webAuthnChallengeCookie: "challenge" },
        schema: {
          passkey: {
            modelName: "passkeys",
            fields: {
              publicKey: "public_key",
              userId: "user_id",
              credentialID: "credential_id",
              deviceType: "device_type",
              backedUp: "backed_up",
              createdAt: "created_at",
            },
          },
        },
      }),
    ],
    advanced: {
      useSecureCookies: false, // would add the weaker __Secure- prefix
      defaultCookieAttributes: { secure: isHttps, httpOnly: true, sameSite: "lax", path: "/" },
      cookies: {
        session_token: { name: cookieNames.session },
        challenge: { name: cookieNames.challenge },
      },
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => newId(), validateSchema: false }, // a test compares the schema instead
    },
  });
  return {
    api: library.api,
    database,
    cookies: {
      session: cookieNames.session,
      visitor: cookieNames.visitor,
      challenge: cookieNames.challenge,
      keys,
      attributes: `Max-Age=${SESSION_S}; Path=/; HttpOnly; ${isHttps ? "Secure; " : ""}SameSite=Lax`,
    },
    /** Compares the migrated tables with the library's expectations. For a test. @throws an error that lists every difference */
    checkSchema: async (db: Kysely<Schema>): Promise<void> => {
      const { explicitSchemaCheck } = await library.$context;
      await database.run(db, async () => explicitSchemaCheck?.());
    },
  };
}

export type Auth = ReturnType<typeof createAuth>;

export interface LibraryAnswer<T> {
  response: T;
  /** `Set-Cookie` values. */
  cookies: string[];
}

export interface LibraryCall {
  /** The error for the caller when the library refuses for any reason. */
  refused: AppError;
  /** The error for a duplicate row. */
  duplicate?: AppError;
  /** See `JoinedDatabase.run`. */
  passwordHash?: string;
}

/**
 * Calls the library inside `db`, which may be a transaction.
 * @throws AppError as given in `call`; `forbidden` when the session is too old for the call
 */
export async function callLibrary<T>(
  auth: Auth,
  db: Kysely<Schema>,
  call: LibraryCall,
  work: (api: Auth["api"]) => Promise<{ response: T; headers?: Headers | null | undefined }>,
): Promise<LibraryAnswer<T>> {
  try {
    const { response, headers } = await auth.database.run(db, () => work(auth.api), call.passwordHash);
    return { response, cookies: headers?.getSetCookie() ?? [] };
  } catch (cause) {
    const { refused, duplicate } = call;
    if (duplicate !== undefined && isDuplicate(cause)) throw causedBy(duplicate, cause);
    if (!isAPIError(cause)) throw cause;
    if (cause.body?.code === "SESSION_NOT_FRESH") {
      const sentence = "You signed in a while ago. Please sign out and in again, then retry.";
      throw new AppError("forbidden", sentence, { cause });
    }
    throw causedBy(refused, cause);
  }
}

function causedBy({ code, message, detail }: AppError, cause: unknown): AppError {
  return new AppError(code, message, { ...detail, cause });
}

/** SQLSTATE 23505, unique_violation. */
function isDuplicate(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "23505";
}
