import { listedTypes } from '../../app/boot.ts';
import type { ListedType } from '../../app/boot.ts';
import type { PostTypeOf } from '../../app/rest-types.ts';
import { rest, RestError } from '../../app/rest.ts';
import type { SitePattern } from '../../editor/canvas-settings.ts';
import type { Autosave } from '../../editor/found-texts.ts';
import type { ServedType } from '../../editor/own-blocks.tsx';
import { toStored } from '../../editor/stored-post.ts';
import type { StoredPost, PostReply } from '../../editor/stored-post.ts';

export interface OpenedText {
  readonly type: ListedType;
  readonly post: StoredPost;
  readonly autosaves: readonly Autosave[];
}

export interface EditorData {
  readonly blocks: readonly ServedType[];
  readonly patterns: readonly SitePattern[];
  /** Undefined for a new text, and for one that does not exist or that the user can't edit. */
  readonly text: OpenedText | undefined;
}

/** Raw fields only, so that the server renders nothing. */
const ofAutosave = 'id,author,modified_gmt,base,title.raw,content.raw,excerpt.raw';

/** The post id in `/wp-admin/post.php?post=12`; undefined for a new post. */
export function openedId(path: string, query: URLSearchParams): number | undefined {
  return path.endsWith('post-new.php') ? undefined : Number(query.get('post') ?? 0);
}

/** Loads a post of any type by id: WordPress' URLs don't contain the type. */
async function fetchText(id: number): Promise<OpenedText | undefined> {
  try {
    const {
      body: { type: name },
    } = await rest<PostTypeOf>(`/broadsheet/v1/posts/${id}/type`);
    const type = listedTypes.find((one) => one.name === name);
    if (!type) return undefined;
    const address = `/wp/v2/${type.restBase}/${id}`;
    const [post, autosaves] = await Promise.all([
      rest<PostReply>(`${address}?context=edit`),
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

async function fetchEditorData(id: number | undefined): Promise<EditorData> {
  const [{ body: blocks }, { body: patterns }, text] = await Promise.all([
    rest<readonly ServedType[]>('/wp/v2/block-types/broadsheet?context=edit'),
    rest<readonly SitePattern[]>('/wp/v2/blocks?per_page=100').catch(() => ({ body: [] })),
    id === undefined ? undefined : fetchText(id),
  ]);
  return { blocks, patterns, text };
}

/** Milliseconds a prefetched answer may be used: the user may have left and come back after others changed the text. */
const freshMs = 10_000;

let ahead:
  | { readonly id: number | undefined; readonly at: number; readonly data: Promise<EditorData> }
  | undefined;

/** Prefetches the text in the page's URL while the editor's scripts load. */
export function prefetchText(): void {
  const id = openedId(location.pathname, new URLSearchParams(location.search));
  ahead = { id, at: performance.now(), data: fetchEditorData(id) };
  ahead.data.catch(() => undefined); // reported to the caller that uses it
}

/** Data of a text, or of a new one; uses the prefetched answer once. Throws `RestError`. */
export function openText(id: number | undefined): Promise<EditorData> {
  const prefetched = ahead;
  ahead = undefined;
  return prefetched && prefetched.id === id && performance.now() - prefetched.at < freshMs
    ? prefetched.data
    : fetchEditorData(id);
}
