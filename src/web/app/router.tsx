import { createRootRoute, createRoute, createRouter, type RouterHistory } from "@tanstack/react-router";
import { AppLayout } from "./app.tsx";
import { lazyView } from "./lazy-view.ts";
import { ChatPage } from "#web/pages/chat/chat-page.tsx";
import { PageError } from "./page-error.tsx";
import { parseShowSearch } from "#web/features/map/show-search.ts";
import { PendingView } from "./pending-view.tsx";

const rootRoute = createRootRoute({
  component: AppLayout,
  notFoundComponent: lazyView(() => import("#web/pages/not-found-page.tsx"), "NotFoundPage"),
  validateSearch: passSearch,
});

/** Passes these search parameters on unparsed. They are parsed where they are used, after the first paint. */
function passSearch(search: Record<string, unknown>): { dialog?: unknown; type?: unknown } {
  return search;
}

/** The only view in the first paint, so the only one that is not lazy-loaded. */
const chatRoute = createRoute({ getParentRoute: () => rootRoute, path: "/", component: ChatPage });

const exploreRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/explore",
  validateSearch: parseShowSearch,
  component: lazyView(() => import("#web/pages/explore/explore-page.tsx"), "ExplorePage"),
});

const campRoute = createRoute({ getParentRoute: () => exploreRoute, path: "/camp/$id" });

const addEntryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/add",
  component: lazyView(() => import("#web/pages/add-entry-page.tsx"), "AddEntryPage"),
});

const editEntryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/entries/$id/edit",
  component: lazyView(() => import("#web/pages/profile/profile-page.tsx"), "EditEntryPage"),
});

const libraryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/library",
  validateSearch: ({ listing }): { listing?: string } => (typeof listing === "string" ? { listing } : {}),
  component: lazyView(() => import("#web/pages/library/library-page.tsx"), "LibraryPage"),
});

const nfcPage = lazyView(() => import("#web/pages/tag/nfc-page.tsx"), "NfcPage");

const nfcRoute = createRoute({ getParentRoute: () => rootRoute, path: "/nfc", component: nfcPage });

/** Target of a tag. The path is short, because it must fit on a small chip. */
const tagRoute = createRoute({ getParentRoute: () => rootRoute, path: "/t/$", component: nfcPage });

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/me",
  component: lazyView(() => import("#web/pages/profile/profile-page.tsx"), "ProfilePage"),
});

/** Omi redirects users back here. */
const omiRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/omi",
  component: lazyView(() => import("#web/pages/omi-page.tsx"), "OmiPage"),
});

const memoriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/memories",
  validateSearch: ({ tab }): { tab?: "graph" } => (tab === "graph" ? { tab } : {}),
  component: lazyView(() => import("#web/pages/memories-page.tsx"), "MemoriesPage"),
});

const borrowingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/borrowing",
  validateSearch: parseShowSearch,
  component: lazyView(() => import("#web/pages/borrowing-page.tsx"), "BorrowingPage"),
});

const needsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/needs",
  validateSearch: parseShowSearch,
  component: lazyView(() => import("#web/pages/needs-page.tsx"), "NeedsPage"),
});

const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/about",
  component: lazyView(() => import("#web/pages/about-page.tsx"), "AboutPage"),
});

const outboundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/outbound",
  component: lazyView(() => import("#web/pages/outbound-page.tsx"), "OutboundPage"),
});

const operatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/operator/$page",
  component: lazyView(() => import("#web/pages/operator/operator-page.tsx"), "OperatorPage"),
});

const communityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/community/$id",
  component: lazyView(() => import("#web/pages/community-page.tsx"), "CommunityPage"),
});

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/join/$token",
  component: lazyView(() => import("#web/pages/join-page.tsx"), "JoinPage"),
});

const routeTree = rootRoute.addChildren([
  aboutRoute,
  omiRoute,
  chatRoute,
  communityRoute,
  joinRoute,
  exploreRoute.addChildren([campRoute]),
  addEntryRoute,
  borrowingRoute,
  needsRoute,
  editEntryRoute,
  libraryRoute,
  operatorRoute,
  outboundRoute,
  nfcRoute,
  tagRoute,
  profileRoute,
  memoriesRoute,
]);

/** One view for every address: the title of the view that is loading. */
const shellTree = createRootRoute({ component: AppLayout, notFoundComponent: PendingView });

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

/** Creates the page's router. Tests may pass an in-memory history. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history === undefined ? {} : { history }),
    defaultPreload: "intent",
    defaultErrorComponent: PageError,
    defaultPendingComponent: PendingView,
    // Opening a dialog or a tab is not a view change: only a new path fades, and never with reduced motion. The first view does not fade: until
    // a fade has begun, the browser reports taps on the root element, and they are lost.
    defaultViewTransition: {
      types: ({ fromLocation, pathChanged }) =>
        fromLocation !== undefined && pathChanged && !matchMedia(REDUCED_MOTION).matches ? ["view"] : false,
    },
  });
}

/**
 * Creates a router for the first paint: it renders only the content shown before a view is loaded. Used by the build, see prerender.tsx.
 */
export function createShellRouter(history: RouterHistory) {
  return createRouter({ routeTree: shellTree, history });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
