import {
  beginOmiLink,
  confirmOmiLink,
  createOmiConversation,
  createOmiMemory,
  dropOmiWrite,
  endOmiLink,
  getOmiLink,
  receiveOmi,
  proveOmiLink,
  pullOmi,
  retryOmiWrite,
  sendOmiCode,
} from "#shared/features/omi/contract.ts";
import { getOmiSetup } from "#shared/features/omi/operator-contract.ts";
import { newId } from "#shared/id.ts";
import { issueState, linkView, webhookKey } from "./link.ts";
import { nameOmi, proveOmi, sendProofCode } from "./prove.ts";
import { saveFromOmi, pullFromOmi } from "./receive.ts";
import { findPersonOf, removeLink } from "./repository.ts";
import { sendToOmi, tryAgain } from "./send.ts";
import { dropRefused } from "./write-repository.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { recordAudit } from "#server/http/audit.ts";
import { type Route, route } from "#server/http/route.ts";
import { isSame, keyRing } from "#server/config/secret.ts";

const HOUR = 3_600_000;
const mine = { who: "user" } as const;
const asking = { ...mine, limits: [{ by: "account", max: 120, windowMs: HOUR }] } as const;
/** Omi's calls come from few addresses. */
const OF_OMI = 3000;

export const omiRoutes: Route[] = [
  route(getOmiLink, mine, async ({ actor, db, deps }) => linkView(db, deps, actor.userId)),
  route(beginOmiLink, asking, async ({ actor, db, deps }) => {
    if (deps.omi === null) throw new AppError("unavailable", "This server is not connected to Omi.");
    const { state, expiresAt } = await issueState(db, deps.secret, actor);
    return { url: deps.omi.authorizeUrl(state), expiresAt: expiresAt.toISOString() };
  }),
  route(confirmOmiLink, asking, async ({ actor, body, db, deps }) => ({
    ...(await nameOmi(deps, actor, body)),
    link: await linkView(db, deps, actor.userId),
  })),
  route(sendOmiCode, asking, async ({ actor, db, deps }) => ({
    ...(await sendProofCode(deps, actor.userId)),
    link: await linkView(db, deps, actor.userId),
  })),
  route(proveOmiLink, asking, async ({ actor, body, db, deps }) => ({
    ...(await proveOmi(deps, actor, body.code)),
    link: await linkView(db, deps, actor.userId),
  })),
  route(endOmiLink, mine, async ({ actor, db, deps }) => {
    await removeLink(db, actor.userId);
    await recordAudit(db, { event: "omi.unlinked", actorId: actor.userId, objectId: actor.userId });
    return await linkView(db, deps, actor.userId);
  }),
  route(pullOmi, asking, async ({ actor, deps }) => pullFromOmi(deps, actor.userId)),
  route(retryOmiWrite, asking, async ({ actor, params, db, deps }) => {
    const tried = await tryAgain(deps, { userId: actor.userId, id: params.writeId });
    const reason = tried.state === "refused" ? tried.message : null;
    return { state: tried.state, reason, link: await linkView(db, deps, actor.userId) };
  }),
  route(dropOmiWrite, mine, async ({ actor, params, db, deps }) => {
    if (!(await dropRefused(db, actor.userId, params.writeId))) throw notFound();
    return await linkView(db, deps, actor.userId);
  }),
  route(createOmiMemory, asking, async ({ actor, body, deps }) => {
    const tags = (body.tags ?? []).filter((tag) => tag !== "");
    const write = { id: body.id ?? newId(), userId: actor.userId, body: { content: body.content, tags } };
    return await sendToOmi(deps, { ...write, kind: "memory" });
  }),
  route(createOmiConversation, asking, async ({ actor, body, deps }) => {
    const title = body.title === undefined || body.title === "" ? {} : { title: body.title };
    const write = { id: body.id ?? newId(), userId: actor.userId, body: { content: body.content, ...title } };
    return await sendToOmi(deps, { ...write, kind: "conversation" });
  }),
  route(getOmiSetup, { who: "operator" }, async ({ deps: { config, secret } }) => ({
    isAvailable: config.omi !== null,
    appId: config.omi?.appId ?? null,
    origin: config.publicUrl,
    webhookPath: receiveOmi.path.replace(":key", webhookKey(secret)),
    homePath: "/omi",
  })),
  route(
    receiveOmi,
    { who: "public", isForeignCall: true, pace: OF_OMI },
    async ({ params, query, body, db, deps }) => {
      if (!keyRing(deps).some((secret) => isSame(params.key, webhookKey(secret)))) throw notFound();
      const userId = await findPersonOf(db, query.uid);
      // Segments of an unfinished conversation arrive as a list; the complete conversation follows.
      if (userId === null || Array.isArray(body)) return { saved: 0 };
      return { saved: await saveFromOmi(deps, userId, [body]) };
    },
  ),
];
