declare global {
  interface Window {
    /** Registries of the widgets on the page, for developers: `broadsheet.tickers.get('…')`. */
    broadsheet?: Record<string, { addItem(item: never): void; get(blockUid: string): unknown }>;
  }
}

/** Widgets of one kind on the page by their `blockUid`; also `window.broadsheet[name]`. */
export class ItemRegistry<Item extends { readonly blockUid: string }> {
  readonly #items = new Map<string, Item>();

  constructor(name: string) {
    (window.broadsheet ??= {})[name] = this;
  }

  /** Throws, in the words of the specification, for an item without an id. */
  addItem(item: Item): void {
    if (!item?.blockUid) throw new Error('item.blockUid is not defined');
    this.#items.set(item.blockUid, item);
  }

  get(blockUid: string): Item | undefined {
    return this.#items.get(blockUid);
  }
}
