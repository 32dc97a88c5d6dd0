/**
 * Import boundaries as one pure rule, used by the linter (scripts/oxlint-plugin.ts) and by src/walls.test.ts. docs/architecture.md gives
 * the reason for each.
 */

/** Features that may use another feature of their side, with the reason. Every feature may import another feature's shared contract. */
export const doors: Record<string, string> = {
  "shared/chat -> shared/search": "search mode answers from search documents, on the server and on a phone",
  "shared/chat -> shared/map": "an address in a question is one of the festival's city",
  "shared/chat -> shared/lending": "an answer says whether a thing can be borrowed, in lending's words",
  "shared/memories -> shared/search": "memories have words in common by the terms they are found by",
  "shared/communities -> shared/account": "an admin password has the length of every password",
  "shared/talk -> shared/account": "an owner is the same person in every spelling of the name",
  "shared/talk -> shared/chat": "an ability cites what it shows as the search does",
  "shared/talk -> shared/map": "ways, distances and addresses are those of the map",
  "shared/talk -> shared/lending": "what is free on a day is what lending says",
  "shared/talk -> shared/search": "a phone answers from its own search documents",
  "shared/talk -> shared/communities": "a community is found by its name wherever it is asked for",
  "shared/talk -> shared/memories": "what is to be remembered becomes a memory",
  "server/chat -> server/search": "an answer is retrieved before it is written",
  "server/chat -> server/companions": "who answers is a companion the person may talk to",
  "server/companions -> server/search": "a companion's context document is found by search",
  "server/chat -> server/models": "an answer is asked of a language model, and paid for",
  "server/telegram -> server/chat": "who is linked asks Looby from Telegram",
  "server/chat -> server/settings": "a message says whether models may read the library for its user",
  "server/telegram -> server/settings": "a link says whether models may read the library for its user",
  "server/telegram -> server/voice": "what is spoken to the bot is turned into text as in the app",
  "server/telegram -> server/memories": "“remember that” makes a memory",
  "server/telegram -> server/search": "what is near is what everybody finds there",
  "server/telegram -> server/notifications": "a linked chat is one more way to tell people",
  "server/omi -> server/memories": "what comes from Omi is stored in the memory archive",
  "server/omi -> server/notifications": "a user whose words Omi refuses later is told",
  "server/memories -> server/search": "a memory's search document is written in its own transaction",
  "server/memories -> server/models": "what a memory is about is asked of a language model",
  "server/daily -> server/memories": "a daily thought is a memory",
  "server/daily -> server/companions": "daily thoughts are a way to meet companions",
  "server/daily -> server/models": "a quest is asked of a language model",
  "server/daily -> server/notifications": "a user who has met a companion is told",
  "server/resources -> server/search": "a resource's search document is written in its own transaction",
  "server/map -> server/search": "a camp's search document is written in its own transaction",
  "server/settings -> server/search": "the health call says how far embedding is",
  "server/transfer -> server/communities": "only a community's admins take its data out and bring it in",
  "server/transfer -> server/lending": "people who wait for an archived listing hear that a file put it back",
  "server/transfer -> server/resources": "a listing from a file is made and changed like any other",
  "server/transfer -> server/search":
    "a file of listings waits while too many texts of a person wait for their vectors",
  "server/resources -> server/photos": "a resource claims its photos and signs their links",
  "server/resources -> server/communities": "who may see a contact depends on membership",
  "server/communities -> server/photos": "a community's pictures are signed photo links",
  "server/events -> server/communities": "who may hear a community's events are its people",
  "server/account -> server/notifications": "a sign-in on a device never seen before is told",
  "server/communities -> server/account": "an admin password is hashed as every password is",
  "server/communities -> server/notifications": "who is asked, added, answered or removed is told",
  "server/vibe -> server/communities": "a community's vibe is its admins' to set",
  "server/lending -> server/notifications": "a loan tells its two sides and who waits",
  "server/lending -> server/resources": "what is lent is a resource, and its history tells of it",
  "server/lending -> server/photos": "a return shows how the thing looks",
  "server/nfc -> server/companions": "a tag may be a companion's",
  "server/nfc -> server/resources": "a tag is on a resource",
  "server/nfc -> server/communities": "the admins of a library put tags on what is in it",
  "server/needs -> server/memories": "a need is a memory of something looked for",
  "server/needs -> server/search": "what fits a need is found by search",
  "server/needs -> server/notifications": "both sides are told of a match",
  "web/lending -> web/photos": "a return can show a photo",
  "web/chat -> web/memories": "an answer offers to keep a need, and shows the memory saved from it",
  "web/chat -> web/map": "a help card says where the nearest medics of the city are",
  "web/chat -> web/vibe": "a user's messages move their own vibe",
  "web/memories -> web/daily": "a written memory is saved as a thought is",
  "web/memories -> web/voice": "a memory is spoken with the same recorder as a message",
  "server/profile -> server/account": "a profile begins with who the person is",
  "server/profile -> server/companions": "a profile names the companions a person has met",
  "server/profile -> server/photos": "a community's picture is a signed photo link",
  "server/leaving -> server/account": "who deletes an account proves who they are, and its sessions end",
  "server/leaving -> server/communities":
    "whoever leaves for good leaves their communities, the last admin not",
  "server/leaving -> server/lending": "a deleted account's loans are settled, and the other sides are told",
  "server/leaving -> server/photos": "a deleted account's photos are deleted, an exported one's are read",
  "web/leaving -> web/account": "deleting is confirmed by a passkey, and the device forgets who was here",
  "web/daily -> web/voice": "a thought is spoken with the same recorder as a message",
  "web/resources -> web/photos": "the resource form picks photos",
  "web/resources -> web/map": "an entry is placed by the map's address field",
  "web/communities -> web/map": "a community is placed by the map's address field",
  "web/needs -> web/map": "a need's place is written as on the map",
  "web/communities -> web/photos": "a community's form chooses its profile photo",
};

/** The files that connect features with each other. */
const COMPOSERS = [
  /^src\/server\/(app|deps|jobs|main|owned-columns)\.ts$/,
  /^src\/server\/(testing|sample)\//,
  /^src\/web\/(main\.tsx$|app\/|pages\/|dialogs\/|background\/)/,
];

interface Place {
  side: string;
  feature: string | null;
}

/**
 * The reason why `file` may not import `specifier`, or null when it may.
 * @param file path from the project's root, with forward slashes
 * @param specifier as written in the import
 */
export function wallBetween(file: string, specifier: string): string | null {
  const target = resolveSpecifier(file, specifier);
  if (target === null) return null;
  const from = roomOf(file);
  const to = roomOf(target);
  if (from === null || to === null) return null;
  // A story may cover both sides at once: the page's own code against the real server.
  if (isStory(file)) return null;
  if (from.side === "shared" && to.side !== "shared")
    return "shared code runs anywhere: it imports only shared code";
  if (from.side === "web" && to.side === "server") return "the browser never imports the server";
  if (from.side === "server" && to.side === "web") return "the server never imports the browser";
  if (to.feature === null || from.feature === to.feature) return null;
  if (target.endsWith("/contract.ts")) return null;
  if (to.side === "shared" && from.side !== "shared") return null;
  if (isComposer(file)) return null;
  if (from.feature === null)
    return `only app.ts, jobs.ts and the web's app/, pages/, dialogs/ and background/ compose features (${to.feature})`;
  const door = doorBetween(from, to);
  return door in doors
    ? null
    : `there is no door ${door}: list it in scripts/walls.ts with a reason, or go through the contract`;
}

/** A use of another feature of the same side, by one import. */
export interface FeatureUse {
  /** In the same notation as the doors. */
  door: string;
  /** A contract may be imported without a door, but the import counts for cycles like any other. */
  isContract: boolean;
}

/** The use of another feature of the same side by this import; null when there is none. Imports in stories do not count. */
export function featureUse(file: string, specifier: string): FeatureUse | null {
  const target = resolveSpecifier(file, specifier);
  if (target === null || isStory(file)) return null;
  const from = roomOf(file);
  const to = roomOf(target);
  if (from === null || to === null || from.side !== to.side) return null;
  if (from.feature === null || to.feature === null || from.feature === to.feature) return null;
  return { door: doorBetween(from, to), isContract: target.endsWith("/contract.ts") };
}

/**
 * The cycles among doors or uses, each once, as its shortest path: "server/a -> server/b -> server/a". A feature in a cycle cannot be
 * understood or tested without the others. To break a cycle, pass the dependency in from app.ts or jobs.ts.
 */
export function cyclesAmong(passages: Iterable<string>): string[] {
  const ways = new Map<string, string[]>();
  for (const passage of passages) {
    const [from = "", to = ""] = passage.split(" -> ");
    ways.set(from, [...(ways.get(from) ?? []), to]);
  }
  const known = new Set<string>();
  const cycles: string[] = [];
  for (const start of [...ways.keys()].toSorted()) {
    const cycle = known.has(start) ? null : wayAround(start, ways);
    if (cycle === null) continue;
    for (const feature of cycle) known.add(feature);
    cycles.push(cycle.join(" -> "));
  }
  return cycles;
}

/** The shortest path from a feature back to itself; null when there is none. */
function wayAround(start: string, ways: ReadonlyMap<string, readonly string[]>): string[] | null {
  const seen = new Set<string>();
  const paths = [[start]];
  for (const path of paths) {
    for (const next of ways.get(path.at(-1) ?? "") ?? []) {
      if (next === start) return [...path, start];
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  }
  return null;
}

/**
 * The reason why `specifier` should be written differently, or null when it is right: relative within a room, `#side/` between rooms. A
 * room is a folder directly in a side, and each feature and each external service (`features/chat`, `platform/llm`).
 * @param file path from the project's root, with forward slashes
 */
export function importStyle(file: string, specifier: string): string | null {
  const target = resolveSpecifier(file, specifier);
  const from = roomName(file);
  const to = target === null ? null : roomName(target);
  if (target === null || from === null || to === null) return null;
  if (specifier.startsWith(".") && from !== to)
    return `another room is imported by its side: #${target.slice("src/".length)}`;
  if (specifier.startsWith("#") && from === to) return "inside a room, imports are relative";
  return null;
}

function roomName(path: string): string | null {
  const [, side, room = ""] =
    /^src\/(shared|server|web)\/((?:features|platform)\/[^/]+(?=\/)|[^/]+(?=\/))?/.exec(path) ?? [];
  return side === undefined ? null : `${side}/${room}`;
}

/**
 * The folders of one room that import each other, as "room: folder <-> folder". Such a pair can only be understood together, so no new pair
 * may appear; remove a pair from this list once it is separated. Files directly in the room are its entries and its base, and belong to no
 * folder.
 */
export const twoWayFolders: readonly string[] = [
  "server/db: connection <-> pglite",
  "server/features/communities: joining <-> people",
  "shared/features/map: address <-> camps",
  "shared/features/map: address <-> city",
  "web/features/map: layers <-> view",
  "web/offline: set-back <-> user",
];

/** The use of another folder of the same room by this import, as "room: folder -> folder"; null when there is none. */
export function folderUse(file: string, specifier: string): string | null {
  const target = resolveSpecifier(file, specifier);
  const room = roomName(file);
  if (target === null || room === null || roomName(target) !== room) return null;
  if (isStory(file) || file.includes("/testing/")) return null;
  const [from, to] = [file, target].map((path) => /^([^/]+)\//.exec(path.slice(`src/${room}/`.length))?.[1]);
  return from === undefined || to === undefined || from === to ? null : `${room}: ${from} -> ${to}`;
}

/** The files that load every view and every dialog when it is first opened. */
const LOADERS = /^src\/web\/(app\/router|dialogs\/dialogs)\.tsx$/;

/** Further files of the page that load a part of it later, with the reason. */
const lateImports: Record<string, string> = {
  "main.tsx": "the first paint waits for no listener, worker or background task",
  "app/after-paint.ts": "background tasks wait until the visitor stays",
  "app/app-header.tsx": "the first paint does not need it",
  "app/app.tsx": "hardly any visitor is at a wrong address",
  "background/keep-offline-chat.ts":
    "the code of offline answers is 200 kB, and waits until the page is quiet",
  "background/refresh-local-copy.ts": "the phone's copy is fetched after the view is usable",
  "background/watch-for-danger.ts": "the rules for danger are 60 kB",
  "dialogs/dialog-place.tsx": "the first paint has no dialog",
  "features/account/session.ts": "the first paint needs no database",
  "features/chat/offline/load-offline-chat.ts": "loads ahead the parts that this list lets others load late",
  "features/chat/offline/offline-companion.ts": "the rules for danger are 60 kB",
  "features/chat/screen/chat-screen.tsx": "the conversation comes with the first message",
  "features/chat/store/open-chat-store.ts": "the rules for danger and offline answers are 260 kB",
  "features/chat/store/use-chat.ts": "the first paint has no conversation to store",
  "features/companions/api.ts": "the first paint shows only the base companion",
  "features/companions/use-active-companion.ts": "the first paint shows only the base companion",
  "features/lending/use-step-dialog.tsx": "a dialog",
  "features/map/address/address-field.tsx": "a dialog with a map",
  "features/memories/archive/archive-view.tsx":
    "the graph and the import have a simulation and parsers of their own",
  "features/nfc/watch-qr.ts": "the reader of codes is 46 kB, and most browsers have their own",
  "features/resources/api.ts": "only a phone without a signal searches its copy",
  "features/voice/recording/use-recorder.ts": "the noise model is a WebAssembly module",
  "features/voice/transcription/transcribe-recording.ts":
    "recognition on the device is a download that few have",
  "features/voice/voice-preferences.tsx": "the noise model is a WebAssembly module",
  "lib/server/call-when-loaded.ts": "the first paint asks nothing",
  "lib/server/query-client.ts": "the first paint needs no database",
  "offline/database.ts": "only a browser that blocks its storage needs one in memory",
  "offline/memory-database.ts": "only a browser that blocks its storage needs one in memory",
  "pages/chat/chat-page.tsx": "the chat is in the first paint, the panels beside it and its voice are not",
  "pages/chat/voice.tsx": "two dialogs, and requests that few have",
  "pages/explore/place-actions.tsx": "a dialog",
  "pages/library/library-page.tsx": "the listing beside the list is a dialog on a phone",
  "pages/tag/nfc-page.tsx": "a dialog with the camera",
  "ui/overlay/confirm.tsx": "a dialog",
  "ui/overlay/toast-region.tsx": "the first paint has no toast",
  "ui/state/connection-badge.tsx": "the first paint has no words about the connection",
};

/** Why this file may not load a part of the page later; null when it may. A view and a dialog are loaded as a whole. */
export function lateImportIn(file: string): string | null {
  if (
    !file.startsWith("src/web/") ||
    /\.test\.tsx?$|-fixture\.ts$|\/testing\//.test(file) ||
    LOADERS.test(file)
  )
    return null;
  if (lateImports[file.slice("src/web/".length)] !== undefined) return null;
  return "a view or dialog is loaded as a whole: import this plainly, or add the file to lateImports in scripts/walls.ts with the reason";
}

/** The pairs among these uses that go both ways, each once, in order. */
export function twoWayAmong(uses: Iterable<string>): string[] {
  const all = new Set(uses);
  return [...all]
    .flatMap((use) => {
      const [room = "", from = "", to = ""] = use.split(/: | -> /);
      return from < to && all.has(`${room}: ${to} -> ${from}`) ? [`${room}: ${from} <-> ${to}`] : [];
    })
    .toSorted();
}

/** The only place where a global or package may be used. Null when the file is that place. */
export function homeOf(file: string, use: "fetch" | "indexedDB" | "process.env" | "SQL"): string | null {
  if (!file.startsWith("src/") || file.includes(".test.") || file.startsWith("src/server/testing/"))
    return null;
  switch (use) {
    case "fetch":
      return /^src\/web\/(lib\/server\/ask-server|offline\/copy\/camp-cache)\.ts$/.test(file) ||
        file === "src/server/platform/egress.ts"
        ? null
        : "fetch lives in ask-server.ts and camp-cache.ts (web) and egress.ts (server)";
    case "indexedDB":
      return file.startsWith("src/web/offline/") ? null : "IndexedDB is opened in src/web/offline/ only";
    case "SQL":
      return /^src\/server\/(features\/[^/]+|sample)\//.test(file) && !file.endsWith("repository.ts")
        ? "SQL lives in repository files"
        : null;
    case "process.env":
      return file === "src/server/main.ts"
        ? null
        : "the environment is read by config.ts, given to it by main.ts";
  }
}

function isStory(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

function isComposer(file: string): boolean {
  return COMPOSERS.some((pattern) => pattern.test(file));
}

function doorBetween(from: Place, to: Place): string {
  return `${from.side}/${from.feature} -> ${to.side}/${to.feature}`;
}

function roomOf(path: string): Place | null {
  const match = /^src\/(shared|server|web)\/(?:features\/([^/]+)\/)?/.exec(path);
  return match === null ? null : { side: match[1] ?? "", feature: match[2] ?? null };
}

function resolveSpecifier(file: string, specifier: string): string | null {
  if (specifier.startsWith("#")) return `src/${specifier.slice(1)}`;
  if (!specifier.startsWith(".")) return null;
  const parts = file.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}
