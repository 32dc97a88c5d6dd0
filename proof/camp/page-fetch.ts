/**
 * Until disposed, gives this process the fetch behaviour of a page of `origin`: relative addresses, cookies, and the origin header.
 * @param loseKeys sends calls without their idempotency keys
 */
export function actAsPage(origin: string, { loseKeys = false } = {}): Disposable {
  const cookies = new Map<string, string>();
  const overNetwork = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    const headers = new Headers(init?.headers);
    headers.set("origin", origin);
    if (loseKeys) headers.delete("idempotency-key");
    if (cookies.size > 0)
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    // The page's own calls give their address as a string.
    const response = await overNetwork(new URL(address as string, origin), { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  return { [Symbol.dispose]: () => void (globalThis.fetch = overNetwork) };
}
