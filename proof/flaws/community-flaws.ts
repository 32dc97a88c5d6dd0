import type { PlantedFlaw } from "./planted-flaw.ts";

/** Flaws of communities, their people and their vibes. */
export const communityFlaws: readonly PlantedFlaw[] = [
  {
    name: "an account may guess at admin passwords for ever",
    row: "loobricate-auth with a password",
    file: "src/server/features/communities/founding/login.ts",
    find: "await countAgainstLimits(db, ADMIN_LOGIN, ofAccount, subject, deps.config.limitFactor);",
    replace: "",
    foundBy: {
      file: "src/server/features/communities/founding/login.test.ts",
      tests: ["the sixth try within a quarter of an hour is one too many, wherever it comes from"],
    },
  },
  {
    name: "many accounts together may guess at one community's password for ever",
    row: "loobricate-auth with a password",
    file: "src/server/features/communities/founding/login.ts",
    find: "await countGuess(deps, { what: ADMIN_LOGIN, opened, actor, request: call.request });",
    replace: "{ wasRight: async () => {} };",
    foundBy: {
      file: "src/server/features/communities/founding/login.test.ts",
      tests: ["many accounts' guesses at one login from one address wait together, and tell nothing of it"],
    },
  },
  {
    name: "the admin login of one community opens every other",
    row: "loobricate-auth with a password",
    file: "src/server/features/communities/people/authorize.ts",
    find: 'if (elevations.has(record.id)) return "admin";',
    replace: 'if (elevations.size > 0) return "admin";',
    foundBy: {
      file: "src/server/features/communities/admin-panel.test.ts",
      tests: ["the admin login lifts who is signed in, for hours, in that session and community alone"],
    },
  },
  {
    name: "the profile's call without a password makes members admins",
    row: "loobricate-auth without a password",
    file: "src/server/features/communities/routes.ts",
    find: "return await view(db, deps, actor, await findOwnCommunity(db, actor, loobricateId));",
    replace: "return await view(db, deps, actor, await liftToAdmin(db, actor, loobricateId));",
    foundBy: {
      file: "src/server/features/communities/admin-panel.test.ts",
      tests: ["without a password the login answers members and admins only, and gives nobody anything"],
    },
  },
  {
    name: "everybody reads who belongs to a community and its admin username",
    row: "GET loobricates/:id",
    file: "src/server/features/communities/view.ts",
    find: 'const relation = viewer === null ? "stranger" : relationOf(record, viewer.userId, viewer.elevations);',
    replace: 'const relation = "admin" as string as ReturnType<typeof relationOf>;',
    foundBy: {
      file: "src/server/features/communities/admin-panel.test.ts",
      tests: ["a stranger reads neither its people nor its login, a member not its login"],
    },
  },
  {
    name: "members change a community as its admins do",
    row: "PUT loobricates/:id",
    file: "src/server/features/communities/people/authorize.ts",
    find: 'export const adminsOnly = { allow: ["admin"],',
    replace: 'export const adminsOnly = { allow: ["admin", "member"],',
    foundBy: {
      file: "src/server/features/communities/admin-panel.test.ts",
      tests: ["without a password the login answers members and admins only, and gives nobody anything"],
    },
  },
  {
    name: "a community loses its last admin",
    row: "PUT loobricates/:id",
    file: "src/server/features/communities/people/roles.ts",
    find: "if (hasAdmin(before) && !hasAdmin(roles)) throw",
    replace: "if (hasAdmin(before) && roles.size > 99) throw",
    foundBy: {
      file: "src/server/features/communities/joining/joining.test.ts",
      tests: [
        "admins add, promote and remove by id or name; people leave by themselves; the last admin cannot",
      ],
    },
  },
  {
    name: "a stale record overwrites a newer one",
    row: "PUT loobricates/:id",
    file: "src/server/features/communities/routes.ts",
    find: "if (version !== undefined && version !== record.version) return false;",
    replace: "",
    foundBy: {
      file: "src/server/features/communities/admin-panel.test.ts",
      tests: ["a stale change is a conflict that brings the record as it stands"],
    },
  },
  {
    name: "a community takes a password everybody tries first",
    row: "POST loobricates",
    file: "src/server/features/communities/founding/create-routes.ts",
    find: "if (message !== null)",
    replace: 'if (message === "")',
    foundBy: {
      file: "src/server/features/communities/founding/create.test.ts",
      tests: ["missing fields are named in the specification's words, and nothing is stored"],
    },
  },
  {
    name: "anybody searches the list of people",
    row: "GET users/search",
    file: "src/server/features/communities/people/people-routes.ts",
    find: "if (!(await isAdminAnywhere(db, actor.userId, actor.sessionId)))",
    replace: 'if (actor.kind !== "user")',
    foundBy: {
      file: "src/server/features/communities/joining/joining.test.ts",
      tests: ["only admins search for people, by the beginning of a name, without who is in already"],
    },
  },
  {
    name: "a sign of LIKE finds everybody",
    row: "GET users/search",
    file: "src/server/features/communities/people/people-repository.ts",
    find: "starts_with(pseudonym_key, ${prefix})",
    replace: "pseudonym_key like ${`${prefix}%`}",
    foundBy: {
      file: "src/server/features/communities/joining/joining.test.ts",
      tests: ["only admins search for people, by the beginning of a name, without who is in already"],
    },
  },
  {
    name: "anybody adds anybody to a community",
    row: "PUT users/:id/loobricates",
    file: "src/server/features/communities/people/membership.ts",
    find: 'if (isSelf && change.action === "remove") return await leave(db, actor, change.loobricateId);\n  const community = await authorizeChange(db, actor, change.loobricateId);',
    replace:
      'if (isSelf && change.action === "remove") return await leave(db, actor, change.loobricateId);\n  const community = ((await lockCommunityRecord(db, change.loobricateId)) ?? (await authorizeChange(db, actor, change.loobricateId))) as Administered;',
    foundBy: {
      file: "src/server/features/communities/joining/joining.test.ts",
      tests: [
        "admins add, promote and remove by id or name; people leave by themselves; the last admin cannot",
      ],
    },
  },
  {
    name: "an invite of somebody who is no admin any more still opens the door",
    row: "PUT users/:id/loobricates",
    file: "src/server/features/communities/joining/invites.ts",
    find: "if (admin === undefined || !isStillAdmin) throw ended();",
    replace: "if (admin === undefined) throw ended();",
    foundBy: {
      file: "src/server/features/communities/joining/joining.test.ts",
      tests: ["a code is good for ten minutes and while its admin is one"],
    },
  },
  {
    name: "a vibe is set for somebody else",
    row: "POST vibe_entities",
    file: "src/server/features/vibe/routes.ts",
    find: "if (id !== actor.userId) await authorizeChange(db, actor, id);",
    replace: "",
    foundBy: {
      file: "src/server/features/communities/joining/joining.test.ts",
      tests: ["a vibe is one's own or of a community one is an admin of, and made of finite numbers"],
    },
  },
];
