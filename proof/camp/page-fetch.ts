/**
 * Until it is disposed of, gives this process what a browser gives a page of `origin`: addresses without a host, cookies, and the origin of its calls.
 * @param loseKeys the calls go out without what makes a repeated one happen once
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
    // The page's own calls name their address as text.
    const response = await overNetwork(new URL(address as string, origin), { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  return { [Symbol.dispose]: () => void (globalThis.fetch = overNetwork) };
}
