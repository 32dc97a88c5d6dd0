import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { dueStep, loanOfTap } from "#shared/features/lending/hand-over.ts";
import { useSession } from "#web/features/account/session.ts";
import { lendingQueries } from "#web/features/lending/api.ts";
import { ConfirmPanel } from "#web/features/lending/confirm-panel.tsx";
import { queuedLoans } from "#web/features/lending/queued-loans.ts";
import { placeInWords } from "#web/features/map/position/own-place.ts";
import { useCity } from "#web/features/map/use-city.ts";
import { currentPosition } from "#web/lib/device/position.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";

const CITY_UNKNOWN = "The city is not on this phone yet. Write where you are, or try again in a moment.";

/** Shown for a resource that is promised or lent: its owner and its borrower confirm the handover. Renders nothing for other users. */
export function TapOnLoan({ resourceId, code }: { resourceId: string; code: string }) {
  const isSignedIn = useSession()?.isAnonymous === false;
  const { data: loans = [] } = useQuery({ ...lendingQueries.mine(), enabled: isSignedIn });
  const { operations } = useOutbox();
  const city = useCity();
  // The position arrives later, perhaps after another city.
  const currentCity = useRef(city);
  useEffect(() => {
    currentCity.current = city;
  }, [city]);
  const loan = isSignedIn ? loanOfTap(loans, resourceId) : null;
  const step = loan === null ? null : dueStep(loan.state);
  if (loan === null || step === null) return null;
  return (
    <ConfirmPanel
      key={`${loan.id} ${step}`}
      loan={loan}
      step={step}
      code={code}
      queued={queuedLoans(operations, new Set([loan.id])).steps.get(loan.id) ?? null}
      findPlace={async () => {
        const here = await currentPosition();
        if (!here.isKnown) return { problem: here.reason };
        return currentCity.current === null
          ? { problem: CITY_UNKNOWN }
          : { place: placeInWords(currentCity.current, here) };
      }}
    />
  );
}
