// Phones from before 2025 support passkeys, but not their JSON (WebAuthn level 3, section 5.1): this file converts it.

export function readRequestOptions(
  json: PublicKeyCredentialRequestOptionsJSON,
): PublicKeyCredentialRequestOptions {
  const { challenge, allowCredentials = [], ...rest } = json;
  return {
    ...rest,
    challenge: readBytes(challenge),
    allowCredentials: allowCredentials.map(readDescriptor),
    extensions: {}, // the server requests none
  } as PublicKeyCredentialRequestOptions; // the remaining fields in `rest` are strings, the same in both forms
}

export function readCreationOptions(
  json: PublicKeyCredentialCreationOptionsJSON,
): PublicKeyCredentialCreationOptions {
  const { challenge, user, excludeCredentials = [], ...rest } = json;
  return {
    ...rest,
    challenge: readBytes(challenge),
    user: { ...user, id: readBytes(user.id) },
    excludeCredentials: excludeCredentials.map(readDescriptor),
    extensions: {},
  } as PublicKeyCredentialCreationOptions; // as above
}

/** Equivalent to `PublicKeyCredential.toJSON` in newer browsers. */
export function writeCredential(credential: PublicKeyCredential): Record<string, unknown> {
  const { id, rawId, type, response, authenticatorAttachment } = credential;
  return {
    id,
    rawId: writeBytes(rawId),
    type,
    authenticatorAttachment,
    clientExtensionResults: {},
    response: { clientDataJSON: writeBytes(response.clientDataJSON), ...writeAnswer(response) },
  };
}

function writeAnswer(response: AuthenticatorResponse): Record<string, unknown> {
  if (response instanceof AuthenticatorAttestationResponse) {
    return {
      attestationObject: writeBytes(response.attestationObject),
      transports: "getTransports" in response ? response.getTransports() : [],
    };
  }
  if (!(response instanceof AuthenticatorAssertionResponse))
    throw new TypeError("not an answer of a passkey");
  const { authenticatorData, signature, userHandle } = response;
  return {
    authenticatorData: writeBytes(authenticatorData),
    signature: writeBytes(signature),
    ...(userHandle === null ? {} : { userHandle: writeBytes(userHandle) }),
  };
}

function readDescriptor(json: PublicKeyCredentialDescriptorJSON): PublicKeyCredentialDescriptor {
  const { id, ...rest } = json;
  return { ...rest, id: readBytes(id) } as PublicKeyCredentialDescriptor; // as above
}

function readBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function writeBytes(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
