import type { ChooseOnce } from '../../blocks/load-context.ts';

/** Posts remembered per page; more would exceed the values that one statement takes. */
const maxShown = 10_000;

/**
 * Collects the posts that blocks show, in document order, whichever loader finishes first: a block that leaves out the
 * posts of blocks above waits for those blocks only.
 */
export class ShownPosts {
  readonly ids: Set<number>;
  readonly #root: ShownPosts;
  readonly #owner: ShownTurn | undefined;
  /** Resolves when every block so far has named its posts; undefined when all have. */
  #pending: Promise<void> | undefined;

  /** `ids`: posts that are shown already, such as the page's own. */
  constructor(
    ids: Iterable<number> = [],
    outer?: { root: ShownPosts; owner: ShownTurn; pending: Promise<void> | undefined },
  ) {
    this.ids = outer ? outer.root.ids : new Set(ids);
    this.#root = outer?.root ?? this;
    this.#owner = outer?.owner;
    if (outer?.pending) this.#append(outer.pending);
  }

  get root(): ShownPosts {
    return this.#root;
  }

  /** Reserves the turn of a block. Call it when its loader starts, since loaders start in document order. */
  begin(): ShownTurn {
    const turn = new ShownTurn(this, this.#pending);
    this.#append(turn.ended);
    return turn;
  }

  /** Adds the posts of a block whose data was cached. */
  add(ids: readonly number[]): void {
    if (this.#pending) this.#append(this.#pending.then(() => this.addNow(ids)));
    else this.addNow(ids);
  }

  addNow(ids: readonly number[]): void {
    for (const id of ids) if (this.ids.size < maxShown) this.ids.add(id);
  }

  /** Ends the turn of the outer block once all blocks of the document have named their posts. */
  documentBegan(): void {
    const owner = this.#owner;
    // A loader that renders several documents starts all of them before its first await.
    if (owner)
      void Promise.resolve()
        .then(() => this.settled())
        .then(() => owner.end());
  }

  /** Resolves when no block is pending, including those that start in the meantime. */
  async settled(): Promise<void> {
    while (this.#pending) await this.#pending;
  }

  #append(ended: Promise<void>): void {
    const pending = Promise.all([this.#pending, ended]).then(() => {
      if (this.#pending === pending) this.#pending = undefined;
    });
    this.#pending = pending;
  }
}

/** The turn of one block: it ends when the block has named its posts, needs cards, or has finished loading. */
export class ShownTurn {
  readonly ended: Promise<void>;
  readonly #posts: ShownPosts;
  readonly #before: Promise<void> | undefined;
  #end: () => void = () => {};
  #named: Promise<void> | undefined;
  #inside: ShownPosts | undefined;

  constructor(posts: ShownPosts, before: Promise<void> | undefined) {
    this.#posts = posts;
    this.#before = before;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get root(): ShownPosts {
    return this.#posts.root;
  }

  /** Names posts that the block shows. */
  note(ids: readonly number[]): void {
    this.#named = this.#after(() => this.#posts.addNow(ids));
  }

  /** Names posts that `choose` picks once the blocks above have named theirs. */
  choose(choose: (shown: ReadonlySet<number>) => ReturnType<ChooseOnce>): Promise<readonly number[]> {
    let chosen: readonly number[] = [];
    const done = this.#after(async () => {
      chosen = await choose(this.#posts.ids);
      this.#posts.addNow(chosen);
    });
    // A failed choice only affects its own block; the blocks below still choose.
    this.#named = done.catch(() => undefined);
    return done.then(() => chosen);
  }

  /** Ends the turn unless the block has posts to name: what it does next may wait for the blocks below. */
  endUnlessNaming(): void {
    if (!this.#named) this.end();
  }

  end(): void {
    this.#end();
  }

  /** Collects the posts of documents that this block renders: they follow its own, and precede those of the blocks below. */
  inside(): ShownPosts {
    this.#inside ??= new ShownPosts([], {
      root: this.root,
      owner: this,
      pending: this.#named ?? this.#before,
    });
    return this.#inside;
  }

  #after(then: () => unknown): Promise<void> {
    const done = Promise.resolve(this.#named ?? this.#before).then(async () => {
      await then();
    });
    void done.catch(() => undefined).then(() => this.end());
    return done;
  }
}
