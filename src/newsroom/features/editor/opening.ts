import { listedTypes } from '../../app/boot.ts';
import type { ListedType } from '../../app/boot.ts';
import type { PostTypeOf } from '../../app/rest-types.ts';
import { rest, RestError } from '../../app/rest.ts';
import type { SitePattern } from '../../editor/canvas-settings.ts';
import type { Autosave } from '../../editor/found-texts.ts';
import type { ServedType } from '../../editor/own-blocks.tsx';
import { toStored } from '../../editor/stored-post.ts';
import type { StoredPost, ToldPost } from '../../editor/stored-post.ts';

/** A post, and what the server keeps of it that nobody stored. */
export interface ToldText {
  readonly type: ListedType;
  readonly post: StoredPost;
  readonly autosaves: readonly Autosave[];
}

/** What the server says of a text that is opened. */
export interface Told {
  /** Our own blocks. */
  readonly blocks: readonly ServedType[];
  readonly patterns: readonly SitePattern[];
  /** Undefined of a new text, and of one that is not there, or not for who asks. */
  readonly text: ToldText | undefined;
}

/** What of an autosave its text is offered by: nothing is rendered for it. */
const ofAutosave = 'id,author,modified_gmt,base,title.raw,content.raw,excerpt.raw';

/** The id of the post that an address has, `/wp-admin/post.php?post=12`; undefined: a new one. */
export function openedId(path: string, query: URLSearchParams): number | undefined {
  return path.endsWith('post-new.php') ? undefined : Number(query.get('post') ?? 0);
}

/** The post of an id, whatever its type: addresses of WordPress don't say it. */
async function askText(id: number): Promise<ToldText | undefined> {
  try {
    const {
      body: { type: name },
    } = await rest<PostTypeOf>(`/broadsheet/v1/posts/${id}/type`);
    const type = listedTypes.find((one) => one.name === name);
    if (!type) return undefined;
    const address = `/wp/v2/${type.restBase}/${id}`;
    const [post, autosaves] = await Promise.all([
      rest<ToldPost>(`${address}?context=edit`),
      type.supports.includes('editor')
        ? rest<readonly Autosave[]>(`${address}/autosaves?context=edit&_fields=${ofAutosave}`)
        : undefined,
    ]);
    return { type, post: toStored(post.body), autosaves: autosaves?.body ?? [] };
  } catch (error) {
    if (!(error instanceof RestError) || error.status !== 404) throw error;
    return undefined;
  }
}

async function ask(id: number | undefined): Promise<Told> {
  const [{ body: blocks }, { body: patterns }, text] = await Promise.all([
    rest<readonly ServedType[]>('/wp/v2/block-types/broadsheet?context=edit'),
    rest<readonly SitePattern[]>('/wp/v2/blocks?per_page=100').catch(() => ({ body: [] })),
    id === undefined ? undefined : askText(id),
  ]);
  return { blocks, patterns, text };
}

/** Milliseconds for which an answer may wait for who asked: somebody may have turned away, and come back to a text that others changed. */
const freshMs = 10_000;

let ahead: { readonly id: number | undefined; readonly at: number; readonly told: Promise<Told> } | undefined;

/** Asks for the text that the page's address names, while the editor's own scripts are still on their way. */
export function askAhead(): void {
  const id = openedId(location.pathname, new URLSearchParams(location.search));
  ahead = { id, at: performance.now(), told: ask(id) };
  ahead.told.catch(() => undefined); // told to who takes it
}

/** What the server says of a text, or of none; what was asked ahead is taken once. Throws `RestError`. */
export function tellText(id: number | undefined): Promise<Told> {
  const asked = ahead;
  ahead = undefined;
  return asked && asked.id === id && performance.now() - asked.at < freshMs ? asked.told : ask(id);
}
