declare global {
  interface Window {
    /** Widget registries for developers: `broadsheet.tickers.get('…')`. */
    broadsheet?: Record<string, { addItem(item: never): void; get(blockUid: string): unknown }>;
  }
}

/** Widgets of one kind by `blockUid`, also available as `window.broadsheet[name]`. */
export class ItemRegistry<Item extends { readonly blockUid: string }> {
  readonly #items = new Map<string, Item>();

  constructor(name: string) {
    (window.broadsheet ??= {})[name] = this;
  }

  /** Throws for an item without an id, with the message of the specification. */
  addItem(item: Item): void {
    if (!item?.blockUid) throw new Error('item.blockUid is not defined');
    this.#items.set(item.blockUid, item);
  }

  get(blockUid: string): Item | undefined {
    return this.#items.get(blockUid);
  }
}
