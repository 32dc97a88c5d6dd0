import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";

export interface OpenScreen {
  user: UserEvent;
  /** Path and search of the page's address. */
  address: () => string;
  goBack: () => void;
  /** Removes the screen, as another page would. */
  leave: () => void;
}

/**
 * Shows a component as the page does: with a router, a query client without retries, and the user's keyboard and pointer.
 * @param path the page's address
 * @param pattern the path of the view's route, for a view with parameters: `/join/$token`
 */
export async function openScreen(content: ReactNode, path = "/", pattern?: string): Promise<OpenScreen> {
  const history = createMemoryHistory({ initialEntries: [path] });
  const root = createRootRoute({ component: () => content });
  // For components that read the search parameters of their own view.
  const { pathname } = new URL(path, "http://looby.test");
  const view = createRoute({ getParentRoute: () => root, path: pattern ?? pathname });
  const router = createRouter({ history, routeTree: root.addChildren([view]) });
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  await router.load();
  const { unmount } = render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    user: userEvent.setup(),
    address: () => history.location.href,
    goBack: () => history.back(),
    leave: unmount,
  };
}
