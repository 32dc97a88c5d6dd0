import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  passkeySignIn,
  passkeySignInOptions,
  requestResetCode,
  resetPassword,
  type SessionUser,
  signIn,
  signUp,
} from "#shared/features/account/contract.ts";
import { resetPasswordBody, signUpBody } from "#shared/features/account/account-fields.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/lib/server/api-client.ts";
import { cacheQuery } from "#web/offline/copy/query-storage.ts";
import { wake } from "#web/offline/outbox/outbox.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { checkAccount } from "./check-account.ts";
import { askForPasskey } from "./passkey.ts";
import { forgetOthers, rememberUser, sessionQuery } from "./session.ts";

export function useSignIn() {
  return useNewSession(async (body: BodyOf<typeof signIn>) => call(signIn, { body }));
}

export function useSignUp() {
  return useNewSession(async (body: BodyOf<typeof signUp>) => {
    checkAccount(signUpBody, body);
    return call(signUp, { body });
  });
}

export function useResetPassword() {
  return useNewSession(async (body: BodyOf<typeof resetPassword>) => {
    checkAccount(resetPasswordBody, body);
    return call(resetPassword, { body });
  });
}

export function usePasskeySignIn() {
  return useNewSession(async () => {
    const credential = await askForPasskey(await call(passkeySignInOptions, { body: {} }));
    return call(passkeySignIn, { body: { credential } });
  });
}

export function useRequestResetCode() {
  return useMutation({
    mutationFn: async (pseudonym: string) => call(requestResetCode, { body: { pseudonym } }),
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
  // A slow browser stores it later.
  void cacheQuery(client, sessionQuery.queryKey).catch(() => undefined);
  // Operations queued for this user are due now. Without storage there is no queue.
  void wake().catch(() => undefined);
  showToast({ kind: "done", text: `Signed in as ${user.pseudonym}.` });
  await forgetOthers(client);
}
