import type { PlantedFlaw } from "./planted-flaw.ts";

/** Flaws of live events, recordings and data from other services. */
export const outsideFlaws: readonly PlantedFlaw[] = [
  {
    name: "part of somebody else's recording is heard along",
    row: "POST transcribe",
    file: "src/server/features/voice/recording-parts.ts",
    find: "return `${person}${recording.slice(PERSON_LENGTH)}`;",
    replace: 'return createHash("sha256").update(sessionId).digest("hex");',
    foundBy: {
      file: "src/server/features/voice/voice.test.ts",
      tests: ["a part that is missing, out of order or another person's is asked for again"],
    },
  },
  {
    name: "the sound of a recording stays on the server",
    row: "POST transcribe",
    file: "src/server/features/voice/service.ts",
    find: "return await work(path);\n  } finally {\n    await rm(path, { force: true });",
    replace: `return await work(path);
  } finally {
    await rm(\`\${path}.old\`, { force: true });`,
    foundBy: {
      file: "src/server/features/voice/voice.test.ts",
      tests: ["a recording the engine refuses leaves nothing behind either"],
    },
  },
  {
    name: "anybody listens to anybody's events",
    row: "realtime",
    file: "src/server/features/events/routes.ts",
    find: ".filter((entityId) => mine.has(entityId))",
    replace: '.filter((entityId) => mine.size > 0 && entityId !== "")',
    foundBy: {
      file: "src/server/features/events/events.test.ts",
      tests: ["bad calls are refused with a sentence, and without a session there is nothing to hear"],
    },
  },
  {
    name: "a removed member goes on listening",
    row: "realtime",
    file: "src/server/features/events/routes.ts",
    find: "hub.setChannels(follower, channels);",
    replace: "",
    foundBy: {
      file: "src/server/features/events/events.test.ts",
      tests: [
        "a removed member hears the community no more, and the rest goes on; signing out ends the stream",
      ],
    },
  },
  {
    name: "a listener that never reads fills the memory",
    row: "realtime",
    file: "src/server/http/response/stream-to-socket.ts",
    find: "if (this.#outgoing.writableLength <= MAX_UNSENT) return;",
    replace: "if (this.#outgoing.writableLength >= 0) return;",
    foundBy: {
      file: "src/server/http/response/stream-to-socket.test.ts",
      tests: [
        "a listener that does not read is let go; the others hear on, and the connection of a whole answer is used again",
      ],
    },
  },
  {
    name: "whoever names a companion has met it",
    row: "POST companions",
    file: "src/shared/features/companions/availability.ts",
    find: 'return isOpen ? "available" : "undiscovered";',
    replace: 'return isOpen ? "available" : "available";',
    foundBy: {
      file: "src/server/features/companions/companions.test.ts",
      tests: ["nobody chooses for another, and nobody gives themselves what they have not discovered"],
    },
  },
  {
    name: "anybody edits anybody's memory",
    row: "memories",
    file: "src/server/features/memories/archive/archive.ts",
    find: 'record.userId === actor.userId ? "owner" : "stranger"',
    replace: 'record.userId === "" ? "stranger" : "owner"',
    foundBy: {
      file: "src/server/features/memories/archive/archive.test.ts",
      tests: ["another's memory is not there: not to change, not to forget, not to list"],
    },
  },
  {
    name: "twenty who ask at once ask the model twenty times",
    row: "daily-quest",
    file: "src/server/features/daily/quests.ts",
    find: "const making = this.#making.get(key) ?? this.#make(asker, record);",
    replace: "const making = this.#make(asker, record);",
    foundBy: {
      file: "src/server/features/daily/quests.test.ts",
      tests: ["twenty who ask at once ask the model once"],
    },
  },
  {
    name: "whoever calls the webhook speaks for Telegram",
    row: "Telegram webhook",
    file: "src/server/features/telegram/routes.ts",
    find: 'if (keyRing(deps).some((secret) => isSame(given ?? "", webhookSecret(secret)))) return;',
    replace: "if (given !== null) return;",
    foundBy: {
      file: "src/server/features/telegram/telegram.test.ts",
      tests: ["the webhook is Telegram's alone, and hears every update once"],
    },
  },
  {
    name: "an update of Telegram sent again is answered again",
    row: "Telegram webhook",
    file: "src/server/features/telegram/service.ts",
    find: "if (!(await rememberUpdate(db, message.updateId))) return;",
    replace: "await rememberUpdate(db, message.updateId);",
    foundBy: {
      file: "src/server/features/telegram/telegram.test.ts",
      tests: ["the webhook is Telegram's alone, and hears every update once"],
    },
  },
  {
    name: "a file of Telegram's is fetched from wherever its path leads",
    row: "Telegram webhook",
    file: "src/server/platform/telegram/fetch-file.ts",
    find: "!PLAIN_PATH.test(path)",
    replace: "false",
    foundBy: {
      file: "src/server/features/telegram/hear.test.ts",
      tests: ["what is spoken > a path that leads elsewhere is not followed"],
    },
  },
  {
    name: "a button keeps another person's words",
    row: "Telegram webhook",
    file: "src/server/features/telegram/proposal-repository.ts",
    find: '.where("user_id", "=", userId)\n    .where("created_at", ">=", since)',
    replace: '.where("created_at", ">=", since)',
    foundBy: {
      file: "src/server/features/telegram/remember.test.ts",
      tests: [
        "the buttons of another person, of an account unlinked since or linked elsewhere, and of nobody keep nothing",
      ],
    },
  },
  {
    name: "a link code is good for ever",
    row: "link-code",
    file: "src/server/features/telegram/repository.ts",
    find: "return spent !== undefined && spent.expires_at > now ?",
    replace: "return spent !== undefined && spent.expires_at < new Date(now.getTime() * 2) ?",
    foundBy: {
      file: "src/server/features/telegram/telegram.test.ts",
      tests: ["a newer code ends the older one, unlinking ends both, and a late one links nothing"],
    },
  },
  {
    name: "whoever knows an Omi id speaks for its owner",
    row: "Omi webhook",
    file: "src/server/features/omi/routes.ts",
    find: "if (!keyRing(deps).some((secret) => isSame(params.key, webhookKey(secret)))) throw notFound();",
    replace: "",
    foundBy: {
      file: "src/server/features/omi/omi.test.ts",
      tests: ["broken, foreign and unsigned input is refused or left out"],
    },
  },
  {
    name: "somebody links their Omi account with another's state",
    row: "Omi link",
    file: "src/server/features/omi/link-repository.ts",
    find: '.where("session_id", "=", sessionId)',
    replace: '.where("session_id", "!=", `${sessionId}.`)',
    foundBy: {
      file: "src/server/features/omi/omi.test.ts",
      tests: ["an account is linked with the state of its own session, once, and to one person"],
    },
  },
  {
    name: "an Omi account is linked without the code that was sent into it",
    row: "Omi link",
    file: "src/server/features/omi/prove.ts",
    find: 'if (!keyRing(world).some((secret) => isSame(hashOf(secret, { uid, code }), codeHash ?? "")))',
    replace: "if (code === codeHash)",
    foundBy: {
      file: "src/server/features/omi/proof.test.ts",
      tests: ["the code that was sent into the account links it, once and for its own person"],
    },
  },
  {
    name: "addresses are asked outside as fast as people type",
    row: "geocode proxy",
    file: "src/server/features/places/service.ts",
    find: 'if (!geocoder.mayTypeAhead && !submit) return nothing("on-submit");',
    replace: "",
    foundBy: {
      file: "src/server/features/places/places.test.ts",
      tests: [
        "a question is asked outside once a month, and only on Enter where typing ahead is not allowed",
      ],
    },
  },
  {
    name: "a code of one companion opens another",
    row: "NFC payload",
    file: "src/shared/features/companions/discovery.ts",
    find: "return code !== null && code === trigger.code;",
    replace: "return code === null || code !== trigger.code;",
    foundBy: {
      file: "src/shared/features/companions/discovery.test.ts",
      tests: [
        "a code is its companion's alone, read from a tag or a QR code; without one there is nothing to guess",
      ],
    },
  },
];
