import { fileNames, otherIds, relationNames } from '../../lib/builder-data/acf-fields.ts';
import type { FieldKind } from '../../modules/fields/model.ts';
import { fileType } from '../../modules/types/names.ts';
import type { WxrEvent, WxrItem } from '../wxr-events.ts';
import { mediaOf } from '../item-fields.ts';
import type { ValueStats } from './value-stats.ts';

const codes = { unknown: 0, post: 1, image: 2, file: 3 } as const;
/** Ids beyond are not remembered; each takes a byte. */
const maxId = 1 << 24;
const maxTerms = 100_000;
const maxUsers = 10_000;

export interface Relation {
  readonly kind: FieldKind;
  readonly taxonomies?: readonly string[];
}

/** Kinds of the items that ids of the files name, in bounded memory. */
export class KnownIds {
  #items = new Uint8Array(1024);
  readonly #terms = new Map<number, Set<string>>();
  readonly #users = new Set<number>();

  observe(event: WxrEvent): void {
    if (event.kind === 'author') {
      if (this.#users.size < maxUsers) this.#users.add(Number(event.author.id));
    } else if (event.kind === 'term') {
      const id = Number(event.term.id);
      const taxonomies = this.#terms.get(id) ?? new Set<string>();
      if (this.#terms.size < maxTerms && taxonomies.size < 10)
        this.#terms.set(id, taxonomies.add(event.term.taxonomy));
    } else if (event.kind === 'item') this.#addItem(event.item);
  }

  #addItem(item: WxrItem): void {
    const id = Number(item.id);
    if (!Number.isInteger(id) || id < 1 || id >= maxId) return;
    if (id >= this.#items.length) {
      const larger = new Uint8Array(Math.min(maxId, Math.max(id + 1, this.#items.length * 2)));
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[id] =
      item.type !== fileType
        ? codes.post
        : mediaOf(item).mimeType.startsWith('image/')
          ? codes.image
          : codes.file;
  }

  /** Whether the ids of a field may name items of a kind. Definitions may say so, too. */
  allows(kind: FieldKind, stats: ValueStats): boolean {
    if (!stats.has(kind === 'image' || kind === 'file' ? 'id' : 'ids')) return false;
    const ids = [...stats.ids];
    if (kind === 'user') return ids.every((id) => this.#users.has(id));
    if (kind === 'term') return ids.every((id) => this.#terms.has(id));
    const isFile = (id: number) => this.#items[id] === codes.image || this.#items[id] === codes.file;
    return ids.every((id) => (kind === 'post' ? this.#items[id] === codes.post : isFile(id)));
  }

  /** The relation that all ids of a field without a definition have; undefined if they aren't ids, or name items of several kinds. */
  relationOf(name: string, stats: ValueStats): Relation | undefined {
    const ids = [...stats.ids];
    if (!stats.has('ids') || ids.length === 0) return undefined;
    const found = new Set(ids.map((id) => this.#items[id] ?? codes.unknown));
    const [only = codes.unknown] = found;
    const isOther = otherIds.test(name);
    const isFile = !found.has(codes.unknown) && !found.has(codes.post);
    const isPost = found.size === 1 && only === codes.post;
    if (stats.hasList && !isOther) {
      if (found.size === 1 && only === codes.image) return { kind: 'gallery' };
      if (isPost) return { kind: 'post' };
    }
    // A single number is one unless its name says otherwise: a rating of 5 may be the id of a post, too.
    if (!stats.hasList && !isOther) {
      if (isFile && fileNames.test(name)) return { kind: found.has(codes.file) ? 'file' : 'image' };
      if (isPost && relationNames.test(name)) return { kind: 'post' };
    }
    return this.#namesOther(name, ids);
  }

  #namesOther(name: string, ids: readonly number[]): Relation | undefined {
    if (/user|author|editor/i.test(name) && ids.every((id) => this.#users.has(id))) return { kind: 'user' };
    if (!/term|categor|tag|taxonom|genre|topic/i.test(name)) return undefined;
    const [first = new Set<string>(), ...others] = ids.map((id) => this.#terms.get(id) ?? new Set<string>());
    const shared = [...first].filter((taxonomy) => others.every((one) => one.has(taxonomy)));
    return shared.length === 1 ? { kind: 'term', taxonomies: shared } : undefined;
  }
}
