/** A mistake a developer could make, as a change of one source file, and the test that must notice it. */
export interface PlantedFlaw {
  /** The effect, as an attacker or a customer would see it. */
  readonly name: string;
  /** Path from the project's root. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Path of the test file from the project's root. */
  readonly testFile: string;
  /** Full name of the test that must turn red. */
  readonly test: string;
}

/** @throws Error when `find` does not occur exactly once: the flaw no longer fits the code */
export function plant({ name, find, replace }: PlantedFlaw, source: string): string {
  const parts = source.split(find);
  if (parts.length !== 2)
    throw new Error(`The flaw “${name}” fits ${parts.length - 1} places instead of one.`);
  return parts.join(replace);
}

/** Who may read and change what, and what must be gone. */
export const plantedFlaws: readonly PlantedFlaw[] = [
  {
    name: "the admin login of one community opens every other",
    file: "src/server/features/communities/people/authorize.ts",
    find: 'if (elevations.has(record.id)) return "admin";',
    replace: 'if (elevations.size > 0) return "admin";',
    testFile: "src/server/features/communities/admin-panel.test.ts",
    test: "the admin login lifts who is signed in, for hours, in that session and community alone",
  },
  {
    name: "everybody reads who belongs to a community and its admin username",
    file: "src/server/features/communities/view.ts",
    find: 'const relation = viewer === null ? "stranger" : relationOf(record, viewer.userId, viewer.elevations);',
    replace: 'const relation = "admin" as string as ReturnType<typeof relationOf>;',
    testFile: "src/server/features/communities/admin-panel.test.ts",
    test: "a stranger reads neither its people nor its login, a member not its login",
  },
  {
    name: "an invite of somebody who is no admin any more still opens the door",
    file: "src/server/features/communities/joining/invites.ts",
    find: "if (admin === undefined || !isStillAdmin) throw ended();",
    replace: "if (admin === undefined) throw ended();",
    testFile: "src/server/features/communities/joining/joining.test.ts",
    test: "a code is good for ten minutes and while its admin is one",
  },
  {
    name: "anybody edits anybody's entry",
    file: "src/server/features/resources/edit.ts",
    find: 'record.createdBy === actor.userId ? "owner" : "stranger"',
    replace: 'record.createdBy === "" ? "stranger" : "owner"',
    testFile: "src/server/features/resources/edit.test.ts",
    test: "another's entry is not there to change or to delete, for fellow members and admins neither",
  },
  {
    name: "a field of the call says who the caller is",
    file: "src/server/http/router.ts",
    find: "return true;",
    replace: "continue;",
    testFile: "src/server/features/voice/voice.test.ts",
    test: "bad input: another's name is refused, and no file is left",
  },
  {
    name: "somebody else's photo is taken by its path",
    file: "src/server/features/photos/repository.ts",
    find: 'row.and([row("used_by", "is", null), row("owner_id", "=", ownerId)])',
    replace: 'row("used_by", "is", null)',
    testFile: "src/server/features/photos/repository.test.ts",
    test: "only one's own photos can be claimed, for what they were uploaded for, by one thing",
  },
  {
    name: "anybody edits anybody's memory",
    file: "src/server/features/memories/archive/archive.ts",
    find: 'record.userId === actor.userId ? "owner" : "stranger"',
    replace: 'record.userId === "" ? "stranger" : "owner"',
    testFile: "src/server/features/memories/archive/archive.test.ts",
    test: "another's memory is not there: not to change, not to forget, not to list",
  },
  {
    name: "the chat finds what others keep private",
    file: "src/server/features/search/ranking-repository.ts",
    find: "(document.owner_id is null or document.owner_id = ${viewerId})",
    replace: "(document.owner_id is null or ${viewerId}::text is not null)",
    // The index leaves it out as well: this is the second guard.
    testFile: "src/server/features/search/find-documents.test.ts",
    test: "what goes away or becomes private after the index was read is not found, though the index never hears of it",
  },
  {
    name: "a removed member goes on listening",
    file: "src/server/features/events/routes.ts",
    find: "hub.setChannels(follower, channels);",
    replace: "",
    testFile: "src/server/features/events/events.test.ts",
    test: "a removed member hears the community no more, and the rest goes on; signing out ends the stream",
  },
  {
    name: "the sound of a recording stays on the server",
    file: "src/server/features/voice/service.ts",
    find: "return await work(path);\n  } finally {\n    await rm(path, { force: true });",
    replace: "return await work(path);\n  } finally {",
    testFile: "src/server/features/voice/voice.test.ts",
    test: "a recording the engine refuses leaves nothing behind either",
  },
  {
    name: "an account is deleted by whoever holds the phone",
    file: "src/server/features/leaving/routes.ts",
    find: "if (password === undefined || hash === null || !(await verifyPassword(password, hash)))",
    replace: "if (hash === null)",
    testFile: "src/server/features/leaving/leaving.test.ts",
    test: "everything of mine in one file, and then nothing of me anywhere",
  },
  {
    name: "a deleted account leaves its memories behind",
    file: "src/server/features/leaving/delete-account.ts",
    find: `table !== "photos" && whenDeleted !== "clear"`,
    replace: `table !== "photos" && table !== "memories" && whenDeleted !== "clear"`,
    testFile: "src/server/features/leaving/leaving.test.ts",
    test: "everything of mine in one file, and then nothing of me anywhere",
  },
];
