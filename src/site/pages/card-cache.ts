import type { TagWeight } from '../../blocks/load-context.ts';
import type { Tag } from '../../modules/content/tags.ts';
import type { Content } from '../../modules/content/content.ts';
import type { PostCard } from '../../modules/posts/card.ts';
import { findCards } from '../../modules/posts/cards.ts';
import type { LinkSettings } from '../../modules/posts/cards.ts';
import type { InvalidationBus } from '../../kernel/db/invalidation.ts';
import { shortHash } from '../../lib/hash.ts';
import { madeOnceOf } from '../../lib/noted-reads.ts';
import { TaggedCache } from './tagged-cache.ts';
import { articleType } from '../../modules/types/names.ts';

/** Cards kept: some 3 KB each. */
const capacity = 2000;

/** Short for the settings that cards are made with: what shows a card has read them, as if it had been made for it alone. */
const madeWith = madeOnceOf(
  ({ permalink_structure: structure, texturize, site_language: language, look }: LinkSettings) =>
    // Of the look, all of it counts where one category has a colour: that is mended until it can be read on its paper.
    shortHash(JSON.stringify([structure, texturize, language, look.colours?.category && look])),
);

/** Cards of posts, which lists of many pages show, until something that they show changes. */
export class CardCache {
  readonly #content: Content;
  readonly #kept: TaggedCache<PostCard>;

  constructor(content: Content, bus: InvalidationBus) {
    this.#content = content;
    this.#kept = new TaggedCache(bus, capacity);
  }

  /** As `findCards`: posts that are not listed are missing. */
  async find(ids: readonly number[], site: LinkSettings): Promise<Map<number, PostCard>> {
    const found = new Map<number, PostCard>();
    const made = madeWith(site);
    const missing: number[] = [];
    for (const id of ids) {
      const card = this.#kept.get(`${made} ${id}`, 0)?.data;
      if (card) found.set(id, card);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    const { epoch } = this.#kept;
    for (const [id, card] of await findCards(this.#content, missing, site)) {
      this.#kept.set(`${made} ${id}`, { data: card, tags: cardTags(card), expiresAt: Infinity }, epoch);
      found.set(id, card);
    }
    return found;
  }
}

const tagsByCard = new WeakMap<PostCard, ReadonlyMap<Tag, TagWeight>>();

/** What a card shows, and so whatever shows the card. */
export function cardTags(card: PostCard): ReadonlyMap<Tag, TagWeight> {
  const tags = tagsByCard.get(card) ?? tagsOf(card);
  tagsByCard.set(card, tags);
  return tags;
}

function tagsOf({ id, type, authors, category, picture, holdsPatterns }: PostCard): Map<Tag, TagWeight> {
  // What is no article is by people whose pages come and go with their articles.
  const pages: readonly Tag[] =
    type === articleType ? [] : authors.map((author) => `list:author:${author.id}` as const);
  const names: readonly Tag[] = [
    `post:${id}`,
    ...authors.map((author) => `user:${author.id}` as const),
    ...pages,
    ...(category ? [`term:${category.id}` as const] : []),
    ...(picture ? [`media:${picture.id}` as const] : []),
    ...(holdsPatterns ? ['excerpts' as const] : []),
  ];
  return new Map(names.map((name) => [name, 'secondary']));
}
