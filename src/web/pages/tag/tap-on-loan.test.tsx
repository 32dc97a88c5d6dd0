import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listLoans } from "#shared/features/lending/contract.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { fromClock, toGeo } from "#shared/features/map/city/geometry.ts";
import { getCity } from "#shared/features/map/contract.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { useCity } from "#web/features/map/use-city.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { loanWith } from "#web/testing/loans.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { TapOnLoan } from "./tap-on-loan.tsx";

const coords = { ...toGeo(specCity, fromClock(900, 7.5)), accuracy: 8 };
const answer = { year: null, city: specCity, locationsFrom: null };
let server: FakeServer;
let arrive: () => void = () => undefined;

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
  server.on(listLoans, () => ({ loans: [loanWith({ state: "approved", steps: ["hand-over"] })] }));
  const getCurrentPosition = (found: (position: object) => void) => {
    arrive = () => found({ coords });
  };
  Object.assign(navigator, { geolocation: { getCurrentPosition } });
});
afterEach(() => Reflect.deleteProperty(navigator, "geolocation"));

test("replaces the place by the device's position on Here", async () => {
  const { user, field } = await openTap();
  await user.type(field, "old place");
  await user.click(screen.getByRole("button", { name: "Here" }));
  await act(async () => arrive());
  expect(field).toHaveProperty("value", expect.stringContaining("7:30 & "));
});

test("leaves text unchanged that the user types before the position arrives", async () => {
  const { user, field } = await openTap();
  await user.click(screen.getByRole("button", { name: "Here" }));
  await user.type(field, "At the Temple");
  await act(async () => arrive());
  expect(field).toHaveProperty("value", "At the Temple");
});

test("describes the position by the city that is loaded when it arrives", async () => {
  const loading = Promise.withResolvers<ResponseOf<typeof getCity>>();
  server.onLater(getCity, loading.promise);
  const { user, field } = await openTap();
  await user.click(screen.getByRole("button", { name: "Here" }));
  loading.resolve(answer);
  await screen.findByText("The city is loaded.");
  await act(async () => arrive());
  expect(field).toHaveProperty("value", expect.stringContaining("7:30 & "));
});

function CityState() {
  return useCity() === null ? null : <p>The city is loaded.</p>;
}

async function openTap() {
  const { user } = await openScreen(
    <>
      <TapOnLoan resourceId="bike-kit" code="tag-1" />
      <CityState />
    </>,
  );
  return { user, field: await screen.findByRole("textbox", { name: /^Where/ }) };
}
