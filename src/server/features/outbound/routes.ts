import {
  listOutboundCalls,
  OUTBOUND_PAGE,
  type OutboundCallView,
} from "#shared/features/outbound/contract.ts";
import type { OutboundRecorder } from "./recorder.ts";
import { type OutboundCursor, type OutboundRecord, pageOfOutbound } from "./repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import { isOperator } from "#server/http/operator.ts";
import { type Route, route } from "#server/http/route.ts";

export function outboundRoutes(recorder: OutboundRecorder): Route[] {
  return [
    route(listOutboundCalls, { who: "session" }, async ({ actor, query, db, deps }) => {
      const mayAll = isOperator(deps, actor);
      if (query.scope === "all" && !mayAll)
        throw new AppError("forbidden", "Only an operator of this server may see everyone’s calls.");
      const before = query.before === undefined ? null : parseCursor(query.before);
      // Includes calls made a moment ago.
      await recorder.flush();
      const whose = query.scope === "all" ? null : actor.userId;
      const rows = await pageOfOutbound(db, whose, before, OUTBOUND_PAGE + 1);
      const page = rows.slice(0, OUTBOUND_PAGE);
      const last = rows.length > OUTBOUND_PAGE ? page.at(-1) : undefined;
      return {
        calls: page.map((record) => callFor(actor, record)),
        nextBefore: last === undefined ? null : `${last.lastAt}_${last.id}`,
        retention: deps.config.outboundRetention,
        isOperator: mayAll,
      };
    }),
  ];
}

/** An operator sees that the server made a call for a user, and to whom, but not the user's text. */
function callFor(actor: Actor, { userId, ...call }: OutboundRecord): OutboundCallView {
  const isMine = userId === actor.userId;
  const isSomebodys = userId !== null && !isMine;
  return { ...call, isMine, sent: isSomebodys && call.sent !== null ? "[for its person only]" : call.sent };
}

function parseCursor(text: string): OutboundCursor {
  const [time = "", id = ""] = text.split("_");
  const lastAt = new Date(time);
  if (Number.isNaN(lastAt.getTime()) || !/^[\w-]{1,64}$/.test(id))
    throw new AppError("invalid-input", "This place in the list does not exist. Please reload.");
  return { lastAt, id };
}
