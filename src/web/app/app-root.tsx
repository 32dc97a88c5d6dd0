import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type AnyRouter, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";

interface AppRootProps {
  router: AnyRouter;
  queryClient: QueryClient;
}

/** The whole page, rendered by the browser and, for the first paint, by the build (prerender.tsx). */
export function AppRoot({ router, queryClient }: AppRootProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
