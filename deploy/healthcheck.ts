// Ends with 0 when the server of this container and its database answer and can write: what a container engine asks every few seconds.
const port = process.env["PORT"] ?? "3000";
try {
  const response = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(4000) });
  const { status } = (await response.json()) as { status: string }; // our own server's words
  process.exit(response.ok && status === "ok" ? 0 : 1);
} catch {
  process.exit(1);
}
