import { spawn } from "node:child_process";
import { join } from "node:path";

// `npm run dev`: rebuilds the page and restarts the server on every change, with the same strict headers as in production.
const root = join(import.meta.dirname, "..");
const children = [
  spawn("vite", ["build", "--watch", "--logLevel", "warn"], { cwd: root, stdio: "inherit" }),
  spawn(
    process.execPath,
    ["--watch-path=src/server", "--watch-path=src/shared", "--watch-path=dist", "src/server/main.ts"],
    {
      cwd: root,
      stdio: "inherit",
    },
  ),
];
for (const child of children) {
  child.on("exit", (code) => {
    for (const other of children) other.kill();
    process.exit(code ?? 0);
  });
}
