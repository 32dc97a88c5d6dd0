/**
 * Keeps the page working while the browser translates it. Chrome takes each text node out of the document and puts a `<font>` with the
 * translation in its place. React does not notice: when it later removes such a text, the call fails and an error replaces the whole view
 * (https://github.com/facebook/react/issues/11538), and when it changes one, the old translation stays.
 *
 * From this call on, a replaced text returns to its place as soon as React changes or removes it, or inserts something before it.
 * The browser then translates it again. Call it once, before the browser translates.
 */
export function keepTranslatable(): void {
  const originals = new WeakMap<Node, Text[]>();
  const fonts = new WeakMap<Node, Element>();
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });

  function note(records: readonly MutationRecord[]): void {
    // Only those of these records: React may later remove a text that stands beside an older font.
    const added = new Set<Node | null>();
    for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      if (type === "characterData") restore(target);
      for (const node of addedNodes) if (node.nodeName === "FONT") added.add(node);
      if (added.size === 0) continue; // as on every page that is not translated
      const font = [...addedNodes, previousSibling, nextSibling].find((node) => added.has(node));
      for (const text of removedNodes)
        if (text instanceof Text && font instanceof Element) {
          fonts.set(text, font);
          originals.set(font, [...(originals.get(font) ?? []), text]);
          observer.observe(text, { characterData: true });
        }
    }
  }

  function restore(text: Node): void {
    const font = fonts.get(text);
    font?.replaceWith(...(originals.get(font) ?? []));
  }

  /** Whether a text is not in `parent`, also after it was restored: the translator has replaced it in a way not known here. */
  function isLost(node: Node | null, parent: Node): boolean {
    if (!(node instanceof Text) || node.parentNode === parent) return false;
    note(observer.takeRecords());
    restore(node);
    return node.parentNode !== parent;
  }

  // oxlint-disable-next-line typescript/unbound-method -- each is called with its node
  const { insertBefore, removeChild } = Node.prototype;
  Object.assign(Node.prototype, {
    insertBefore(this: Node, node: Node, before: Node | null) {
      return insertBefore.call(this, node, isLost(before, this) ? null : before);
    },
    removeChild(this: Node, node: Node) {
      return isLost(node, this) ? node : removeChild.call(this, node);
    },
  });
}
