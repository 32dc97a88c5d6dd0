import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import * as z from "zod/mini";

const creationOptions = z.object({ challenge: z.string(), rp: z.object({ id: z.string() }) });
const requestOptions = z.object({ challenge: z.string(), rpId: z.string() });

type Json = Record<string, unknown>;

/**
 * A software passkey, as the browser would return it: one ES256 key with "none" attestation (WebAuthn level 3, sections 6.5 and 8.7).
 * @param origin of the page it is used on
 */
export function createSoftwareAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let counter = 0;

  function authenticatorData(rpId: string, flags: number, attested = Buffer.alloc(0)): Buffer {
    counter += 1;
    const head = Buffer.alloc(5);
    head[0] = flags;
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(Buffer.from(rpId)), head, attested]);
  }

  function clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  function credential(response: Json): Json {
    const text = id.toString("base64url");
    return { id: text, rawId: text, type: "public-key", clientExtensionResults: {}, response };
  }

  return {
    /** Like `navigator.credentials.create`, from and to JSON. */
    create(options: Json): Json {
      const { challenge, rp } = creationOptions.parse(options);
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const key = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestation = cborMap([
        ["fmt", "none"],
        ["attStmt", [cborMap([])]],
        ["authData", authenticatorData(rp.id, USER_PRESENT | USER_VERIFIED | HAS_KEY, attested)],
      ]);
      return credential({
        clientDataJSON: clientData("webauthn.create", challenge).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      });
    },
    /** Like `navigator.credentials.get`, from and to JSON. */
    get(options: Json): Json {
      const { challenge, rpId } = requestOptions.parse(options);
      const data = clientData("webauthn.get", challenge);
      const authData = authenticatorData(rpId, USER_PRESENT | USER_VERIFIED);
      return credential({
        clientDataJSON: data.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: sign("sha256", Buffer.concat([authData, sha256(data)]), privateKey).toString("base64url"),
      });
    },
  };
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** A buffer in an array is already encoded. */
type Cbor = number | string | Buffer | [Buffer];

/** The subset of CBOR (RFC 8949) that an attestation needs. */
function cborMap(entries: [number | string, Cbor][]): Buffer {
  const parts = entries.flatMap(([key, value]) => [cbor(key), cbor(value)]);
  return Buffer.concat([cborHead(5, entries.length), ...parts]);
}

function cbor(value: Cbor): Buffer {
  if (Array.isArray(value)) return value[0];
  if (typeof value === "number") return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  const bytes = typeof value === "string" ? Buffer.from(value) : value;
  return Buffer.concat([cborHead(typeof value === "string" ? 3 : 2, bytes.length), bytes]);
}

function cborHead(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument]);
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument]);
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 255]);
}
