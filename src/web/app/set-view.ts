/** The view names of the specification and Library, each with a function that builds its address. */
const addresses = {
  Chat: () => "/",
  Map: () => "/explore",
  Library: () => "/library",
  Profile: () => "/me",
  NFCReader: () => "/nfc",
  AddEntry: ({ type }) => (type === null ? "/add" : `/add?type=${type}`),
  LoobricateProfile: ({ id }) => (id === null ? null : `/community/${id}`),
  EditEntry: ({ id }) => (id === null ? null : `/entries/${id}/edit`),
  MemoryBank: () => "/memories",
} satisfies Record<string, (detail: { id: string | null; type: string | null }) => string | null>;

/**
 * The address for a `setView` event: `detail.view` is the view's name, `detail.id` the id of the community or entry,
 * `detail.type` the kind of entry to add. Null when the view is unknown or its id is missing.
 */
export function viewAddress(detail: unknown): string | null {
  if (typeof detail !== "object" || detail === null) return null;
  const view = encodedField(detail, "view");
  if (view === null || !isViewName(view)) return null;
  return addresses[view]({ id: encodedField(detail, "id"), type: encodedField(detail, "type") });
}

/** Lets any script of the page switch the view with `new CustomEvent("setView", { detail: { view: "Map" } })`. */
export function listenForSetView(page: EventTarget, go: (address: string) => void): () => void {
  const handle = (event: Event): void => {
    const address = event instanceof CustomEvent ? viewAddress(event.detail) : null;
    if (address !== null) go(address);
  };
  page.addEventListener("setView", handle);
  return () => page.removeEventListener("setView", handle);
}

function isViewName(name: string): name is keyof typeof addresses {
  return Object.hasOwn(addresses, name);
}

function encodedField(detail: object, key: string): string | null {
  const value: unknown = Reflect.get(detail, key);
  return typeof value === "string" && value !== "" ? encodeURIComponent(value) : null;
}
