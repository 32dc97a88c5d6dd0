// Exits with 0 when this container's server and its database respond and can write. The container engine runs it every few seconds.
const port = process.env["PORT"] ?? "3000";
try {
  const response = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(4000) });
  const { status } = (await response.json()) as { status: string }; // our own server's response
  process.exit(response.ok && status === "ok" ? 0 : 1);
} catch {
  process.exit(1);
}
