import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { SessionUser } from "#shared/features/account/contract.ts";
import type { BodyOf, Endpoint } from "#shared/http/endpoint.ts";
import { call } from "#web/lib/server/api-client.ts";
import { isUnanswered } from "#web/lib/server/api-error.ts";
import { signOutLater } from "#web/lib/server/first-session.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { askForPasskey, createPasskey } from "./passkey.ts";
import { becomeGuest } from "./become-guest.ts";
import { forgetOthers, LEAVING, rememberUser, sessionQuery } from "./session.ts";

/** The contract imports its schemas, so it is loaded with the first request, after the first paint. */
const contract = () => import("#shared/features/account/contract.ts");
const checks = () => import("./check-account.ts");
type Contract = Awaited<ReturnType<typeof contract>>;
type Body<Name extends keyof Contract> = Contract[Name] extends Endpoint ? BodyOf<Contract[Name]> : never;

export const passkeysQuery = queryOptions({
  queryKey: ["account", "passkeys"],
  queryFn: async ({ signal }) => (await call((await contract()).listPasskeys, {}, { signal })).passkeys,
  meta: { isStored: false },
});

export function useSignIn() {
  return useNewSession(async (body: Body<"signIn">) => call((await contract()).signIn, { body }));
}

export function useSignUp() {
  return useNewSession(async (body: Body<"signUp">) => {
    const [{ signUp }, { checkAccount }] = await Promise.all([contract(), checks()]);
    checkAccount(signUp, body);
    return call(signUp, { body });
  });
}

export function useResetPassword() {
  return useNewSession(async (body: Body<"resetPassword">) => {
    const [{ resetPassword }, { checkAccount }] = await Promise.all([contract(), checks()]);
    checkAccount(resetPassword, body);
    return call(resetPassword, { body });
  });
}

export function usePasskeySignIn() {
  return useNewSession(async () => {
    const { passkeySignIn, passkeySignInOptions } = await contract();
    const credential = await askForPasskey(await call(passkeySignInOptions, { body: {} }));
    return call(passkeySignIn, { body: { credential } });
  });
}

export function useRequestResetCode() {
  return useMutation({
    mutationFn: async (pseudonym: string) =>
      call((await contract()).requestResetCode, { body: { pseudonym } }),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: LEAVING,
    // Clear the user on this device immediately. If the server cannot be reached, send the sign-out before any other request later.
    mutationFn: async () => {
      try {
        await call((await contract()).signOut, { body: {} }, { endsInSilence: true });
      } catch (error) {
        if (!isUnanswered(error)) throw error;
        signOutLater();
      }
    },
    onSuccess: async () => await becomeGuest(client),
  });
}

export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { addPasskey, passkeyRegistrationOptions } = await contract();
      const credential = await createPasskey(await call(passkeyRegistrationOptions, { body: {} }));
      return call(addPasskey, { body: { credential } });
    },
    onSuccess: () => client.invalidateQueries(passkeysQuery),
  });
}

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (passkeyId: string) =>
      call((await contract()).removePasskey, { params: { passkeyId } }),
    onSuccess: () => client.invalidateQueries(passkeysQuery),
  });
}

function useNewSession<Input>(enter: (input: Input) => Promise<{ user: SessionUser }>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: enter, onSuccess: ({ user }) => becomeUser(client, user) });
}

async function becomeUser(client: QueryClient, user: SessionUser): Promise<void> {
  // Do not let a response requested by the visitor enter the new session.
  await client.cancelQueries();
  await rememberUser(user);
  client.setQueryData(sessionQuery.queryKey, user);
  const [{ cacheQuery }, { wake }] = await Promise.all([
    import("#web/offline/copy/query-storage.ts"),
    import("#web/offline/outbox/outbox.ts"),
  ]);
  // A slow browser stores it later.
  void cacheQuery(client, sessionQuery.queryKey).catch(() => undefined);
  // Operations queued for this user are due now. Without storage there is no queue.
  void wake().catch(() => undefined);
  showToast({ kind: "done", text: `Signed in as ${user.pseudonym}.` });
  await forgetOthers(client);
}
