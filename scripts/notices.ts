import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exceptionFor } from "./licences.ts";

// Third-party notices: `licences/notices.txt` with every package's license text, and `licences/sbom.json`, the list of packages in
// CycloneDX as npm writes it. The build puts both beside the page.

const root = join(import.meta.dirname, "..");

interface LockEntry {
  version?: string;
  license?: string;
  dev?: boolean;
}

/** Parts of the page that are built separately, by tools. */
const worker = ["workbox-core", "workbox-precaching", "workbox-routing", "workbox-window"];

/**
 * @param folder the build's output
 * @param modules the files of the page: build tools are not part of it, bundled libraries are
 */
export function writeNotices(folder: string, modules: Iterable<string>): void {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockEntry>;
  };
  const inPage = packagesOf(modules);
  const shipped = Object.entries(lock.packages).filter(
    ([path, { dev }]) => path !== "" && (dev !== true || inPage.has(path)),
  );
  const target = join(folder, "licences");
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, "notices.txt"), notices(shipped));
  writeFileSync(join(target, "sbom.json"), JSON.stringify(billOfMaterials(shipped)));
}

/** The packages that files belong to, as named in package-lock.json. */
export function packagesOf(modules: Iterable<string>): Set<string> {
  const paths = new Set(worker.map((name) => `node_modules/${name}`));
  for (const file of modules) {
    // The innermost package: packages may contain packages.
    const path = /node_modules\/.*node_modules\/(?:@[^/]+\/)?[^/]+|node_modules\/(?:@[^/]+\/)?[^/]+/.exec(
      file.replaceAll("\\", "/"),
    )?.[0];
    if (path !== undefined) paths.add(path);
  }
  return paths;
}

function notices(packages: readonly [string, LockEntry][]): string {
  const parts = packages
    .filter(([path]) => existsSync(join(root, path))) // the others are for other platforms
    .map(([path, { version = "", license = "" }]) => {
      const name = path.split("node_modules/").at(-1) ?? "";
      const because = exceptionFor(name)?.because;
      const head = `${name} ${version} (${license === "" ? "see below" : license})`;
      return [head, because ?? "", ...licenceTexts(join(root, path))]
        .filter((text) => text !== "")
        .join("\n\n");
    });
  const about =
    "Looby is under the MIT licence. With it come these packages, each under the licence it names.";
  return `${[about, ...parts].join(`\n\n${"-".repeat(72)}\n\n`)}\n`;
}

function licenceTexts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), "utf8").trim());
}

interface Bill {
  components: { "bom-ref": string; name: string; version: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** npm's own list of all packages, without those used only for building and testing. */
function billOfMaterials(packages: readonly [string, LockEntry][]): Bill {
  const args = [
    "sbom",
    "--sbom-format",
    "cyclonedx",
    "--package-lock-only",
    "--include",
    "dev",
    "--loglevel",
    "error",
  ];
  const { status, stdout, stderr } = spawnSync("npm", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm sbom: ${stderr}`);
  const bill = JSON.parse(stdout) as Bill;
  const installed = new Set(
    packages.map(([path, { version = "" }]) => `${path.split("node_modules/").at(-1) ?? ""}@${version}`),
  );
  const components = bill.components.filter(({ name, version }) => installed.has(`${name}@${version}`));
  const refs = new Set(components.map((component) => component["bom-ref"]));
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref) || ref.startsWith("looby@"))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  return { ...bill, components, dependencies };
}
