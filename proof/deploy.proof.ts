import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "#server/config/config.ts";
import { settings } from "#server/config/environment-settings.ts";
import { testPicture } from "#server/testing/test-photos.ts";
import { freePort } from "../scripts/free-port.ts";
import { isNight } from "./scale.ts";

// Runs the image's own build steps in a separate folder and starts the result as an unprivileged user. Also checks the compose file against
// the files it refers to. No container engine is needed or used.

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

// Installing everything and starting it again takes longer than a daytime run allows.
test.runIf(!isNight())("builds the page from the image's files alone", async () => {
  await using stack = new AsyncDisposableStack();
  const { project, steps } = placeForImage(stack);
  linkPackages(project);
  steps("build");
  expect(existsSync(join(project, "dist/index.html"))).toBe(true);
});

test.runIf(isNight())("runs without privileges, writes only to its data folder and is healthy", async () => {
  await using stack = new AsyncDisposableStack();
  const { folder, steps } = placeForImage(stack);
  const [out, data] = [join(folder, "out"), join(folder, "data")];
  for (const step of ["install", "build", "prune"]) steps(step);
  steps("assemble", out);
  expect(existsSync(join(out, "src/server/testing"))).toBe(false);

  const node = join(folder, "node");
  linkOrCopy(process.execPath, node); // it may be in a folder that other users cannot read
  mkdirSync(data);
  const unprivilegedUser = unprivileged();
  if (unprivilegedUser !== null) chownSync(data, unprivilegedUser.uid, unprivilegedUser.gid);
  const port = await freePort();
  const env = {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: data,
    SAMPLE_DATA: "off",
  };
  const server = spawn(node, ["src/server/main.ts"], {
    cwd: out,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    ...unprivilegedUser,
  });
  stack.defer(() => stop(server));
  const url = `http://127.0.0.1:${port}`;
  await untilReports(server, url);

  expect(spawnSync(node, ["deploy/healthcheck.ts"], { cwd: out, env, ...unprivilegedUser }).status).toBe(0);
  expect(await (await fetch(url)).text()).toContain('<div id="root"');
  // Exercises packages that are native or contain a model: images, speech.
  const signedUp = await fetch(`${url}/api/account/sign-up`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ pseudonym: "Ada", password: "a tent with 3 poles" }),
  });
  await signedUp.body?.cancel();
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const photo = new FormData();
  photo.set("file", new File([new Uint8Array(await testPicture())], "a.jpg", { type: "image/jpeg" }));
  photo.set("purpose", "entry");
  const stored = await fetch(`${url}/api/photos`, {
    method: "POST",
    headers: { cookie, "idempotency-key": "photo-0001" },
    body: photo,
  });
  expect(await stored.json()).toMatchObject({ url: expect.any(String) as string });
  const recording = new FormData();
  recording.set("audio", new File([readFileSync(join(root, "e2e/fixtures/speech/water.wav"))], "water.wav"));
  const transcribed = await fetch(`${url}/api/transcribe`, {
    method: "POST",
    headers: { cookie },
    body: recording,
  });
  expect(((await transcribed.json()) as { transcription: string }).transcription.toLowerCase()).toContain(
    "water",
  );

  await stop(server);
  expect(server.exitCode).toBe(0);
  expect(spawnSync(node, ["deploy/healthcheck.ts"], { cwd: out, env, ...unprivilegedUser }).status).toBe(1);
});

interface Service {
  image: string;
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  read_only?: boolean;
}

interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, null>;
}

test("refers only to existing settings, secrets, volumes and services", async () => {
  const compose = parse(read("deploy/compose.yaml"), { merge: true }) as Compose;
  const { services, secrets, volumes } = compose;
  const known = new Set<string>(settings.flatMap(([name]) => [name, `${name}_FILE`]));
  for (const [name, service] of Object.entries(services)) {
    for (const secret of service.secrets ?? []) expect(Object.keys(secrets), name).toContain(secret);
    for (const volume of (service.volumes ?? []).map((each) => each.split(":")[0] ?? ""))
      if (volume.startsWith(".")) expect(existsSync(join(root, "deploy", volume)), volume).toBe(true);
      else expect(Object.keys(volumes), name).toContain(volume);
    for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(Object.keys(services), name).toContain(needed);
      // The image itself defines Looby's health check.
      if (condition === "service_healthy" && service.image !== "looby" && !needed.startsWith("looby-"))
        expect(services[needed]?.healthcheck, needed).toBeDefined();
    }
    if (service.image !== "looby") expect(service.image, name).toMatch(/:[\w.-]*\d[\w.-]*$/); // a version, not "latest"
  }

  const loobies = Object.entries(services).filter(([, { image }]) => image === "looby");
  expect(loobies.map(([name]) => name)).toEqual(["looby-1", "looby-2"]);
  expect(new Set(loobies.map(([, { volumes }]) => volumes?.[0])).size).toBe(2); // each has its own data folder
  const caddyfile = read("deploy/Caddyfile");
  for (const [name, { environment = {}, read_only: isReadOnly, secrets: mounted = [] }] of loobies) {
    expect(isReadOnly).toBe(true);
    for (const setting of Object.keys(environment)) expect([...known], name).toContain(setting);
    const files = Object.entries(environment).filter(([setting]) => setting.endsWith("_FILE"));
    expect(files.map(([, file]) => file.replace("/run/secrets/", "")).toSorted()).toEqual(mounted.toSorted());
    expect(caddyfile).toContain(`${name}:3000`);
  }

  // A server accepts the output of make-secrets.sh, and running it again changes nothing.
  const folder = mkdtempSync(join(tmpdir(), "looby-secrets-"));
  try {
    cpSync(join(root, "deploy/make-secrets.sh"), join(folder, "make-secrets.sh"));
    execFileSync("sh", ["make-secrets.sh"], { cwd: folder });
    const secretOf = (name: string) => join(folder, secrets[name]?.file ?? "");
    const made = Object.keys(secrets).map((name) => readFileSync(secretOf(name), "utf8"));
    expect(execFileSync("sh", ["make-secrets.sh"], { cwd: folder }).toString()).toBe("");
    expect(Object.keys(secrets).map((name) => readFileSync(secretOf(name), "utf8"))).toEqual(made);
    const environment = services["looby-1"]?.environment ?? {};
    const env = Object.entries(environment).map(([name, value]) => [
      name,
      name.endsWith("_FILE")
        ? secretOf(value.replace("/run/secrets/", ""))
        : value.replaceAll(/\$\{\w+:-(.*?)\}/g, "$1"),
    ]);
    const config = readConfig(Object.fromEntries(env) as Record<string, string>);
    expect(config.database.url).toMatch(/^postgres:\/\/looby:[\w-]{43}@postgres:5432\/looby$/);
    expect(config.secret).toHaveLength(43);
    const s3 = JSON.parse(readFileSync(secretOf("s3_config"), "utf8")) as {
      identities: { credentials: { accessKey: string; secretKey: string }[] }[];
    };
    const { accessKeyId: accessKey, secretAccessKey: secretKey } = config.s3 ?? {};
    expect(s3.identities[0]?.credentials).toEqual([{ accessKey, secretKey }]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }

  const dockerfile = read("deploy/Dockerfile");
  const nodeVersion = (JSON.parse(read("package.json")) as { devDependencies: { node: string } })
    .devDependencies.node;
  expect(dockerfile).toContain(`ARG NODE_VERSION=${nodeVersion}\n`);
  const stepNames = [...dockerfile.matchAll(/steps\.sh (?!deploy)(\w+)/g)].map(([, name]) => name);
  expect(stepNames).toEqual(["install", "build", "prune", "assemble"]);
});

/** A temporary folder with the files the image is built from, and the steps that build it there. */
function placeForImage(stack: AsyncDisposableStack) {
  const folder = mkdtempSync(join(tmpdir(), "looby-image-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const project = join(folder, "project");
  copyProject(project);
  const steps = (...args: string[]) => {
    const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
    execFileSync("sh", ["deploy/steps.sh", ...args], {
      cwd: project,
      env: { ...process.env, PATH: path },
      stdio: "pipe",
    });
  };
  return { folder, project, steps };
}

/** Copies the files the image is built from: all files that .dockerignore does not exclude. */
function copyProject(folder: string): void {
  const lines = read(".dockerignore").split("\n");
  mkdirSync(folder);
  for (const pattern of lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1)))
    // The shell expands the one pattern with a star.
    execFileSync("sh", ["-c", `cp -R --parents ${pattern} "$0"`, folder], { cwd: root });
}

/** Hard links are cheap. npm would write its own list of installed packages through one, so the copy drops that list and the caches. */
function linkPackages(folder: string): void {
  const packages = join(root, "node_modules");
  if (spawnSync("cp", ["-al", packages, folder], { stdio: "ignore" }).status !== 0)
    execFileSync("cp", ["-a", packages, folder]);
  for (const generated of [".package-lock.json", ".vite", ".cache"])
    rmSync(join(folder, "node_modules", generated), { recursive: true, force: true });
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    cpSync(from, to, { dereference: true });
  }
}

/** Null when these tests have no privileges to drop. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function untilReports(server: ChildProcess, wanted: string): Promise<void> {
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(wanted)) resolve();
    };
    server.stdout?.on("data", collect);
    server.stderr?.on("data", collect);
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
}
