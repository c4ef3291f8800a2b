import type { Block } from '../../src/newsroom/editor/block-kit.ts';
import { copyPrefix } from '../../src/newsroom/editor/local-copies.ts';
import type { AskRest } from '../../src/newsroom/editor/draft-state.ts';
import { createDraft } from '../../src/newsroom/editor/draft.ts';
import { foundTexts } from '../../src/newsroom/editor/found-texts.ts';
import type { LocalCopies, LocalCopy } from '../../src/newsroom/editor/local-copies.ts';
import type { Kit } from '../../src/newsroom/editor/lossless.ts';
import { toStored } from '../../src/newsroom/editor/stored-post.ts';
import type { StoredPost, PostReply } from '../../src/newsroom/editor/stored-post.ts';
import type { RestOptions } from '../../src/newsroom/app/rest.ts';
import { awayCode, RestError, unreadableCode } from '../../src/newsroom/app/rest-error.ts';
import { parseMarkup } from '../../src/lib/markup/block-markup.ts';

let lastBlock = 0;

/** A new paragraph block as in the editor. */
export const newBlock = (text: string): Block =>
  ({
    clientId: `block-${++lastBlock}`,
    name: 'core/paragraph',
    attributes: { text },
    innerBlocks: [],
    isValid: true,
  }) as unknown as Block;

export const paragraph = (text: string): string =>
  `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

/** Reads each block as a paragraph with its text. */
export const paragraphs: Kit<Block> = {
  read: (slice) => {
    const [parsed] = parseMarkup(slice, () => undefined);
    const { start, innerStart, innerEnd } = parsed ?? { start: 0, innerStart: 0, innerEnd: 0 };
    return newBlock(slice.slice(innerStart - start, innerEnd - start).replace(/^\s*<p>|<\/p>\s*$/g, ''));
  },
  write: ({ attributes }) => paragraph(String(attributes['text'])),
  isSaid: (_name, attribute) => attribute === 'text',
  holding: () => 'none',
};

/** The fate of the next request: success; lost; stored, but its response lost; a proxy's response, with the text unstored or stored. */
export type Mood = 'fine' | 'away' | 'answer-lost' | 'odd' | 'odd-but-stored';

interface Revision {
  readonly title: string;
  readonly content: string;
}

interface StoredEntry {
  readonly post: StoredPost;
  readonly revisions: readonly Revision[];
}

/** A server that stores posts of one type with revisions and autosaves; it uses the clock of the (fake) timers. */
export function createPaper() {
  const posts = new Map<number, StoredEntry>();
  /** A user's autosave by `{post}:{person}`, from the window used last; those of other windows have the window appended. */
  const autosaves = new Map<
    string,
    {
      readonly id: number;
      readonly title: string;
      readonly content: string;
      readonly excerpt: string;
      readonly at: number;
      readonly began?: number;
      readonly window?: string;
    }
  >();
  const refused: string[] = [];
  const asked: string[] = [];
  let last = 0;
  const time = (at: number) => new Date(at).toISOString().slice(0, 23);
  const write = (
    id: number,
    { title, content, excerpt, ...others }: Readonly<Record<string, unknown>>,
  ): StoredPost => {
    const was = posts.get(id);
    const post: StoredPost = {
      ...was?.post,
      ...('date' in others ? { date_floating: others['date'] === null } : {}),
      ...others,
      id,
      revision: (was?.post.revision ?? 0) + 1,
      link: `http://paper/?p=${id}`,
      status: (others['status'] ?? was?.post.status ?? 'draft') as StoredPost['status'],
      title: { raw: String(title ?? was?.post.title.raw ?? '') },
      content: { raw: String(content ?? was?.post.content.raw ?? '') },
      excerpt: { raw: String(excerpt ?? was?.post.excerpt?.raw ?? '') },
      modified_gmt: time(Date.now()),
    };
    posts.set(id, {
      post,
      revisions: [...(was?.revisions ?? []), { title: post.title.raw, content: post.content.raw }],
    });
    return post;
  };
  const autosavesOf = (id: number, userId: number) => {
    const own = [...autosaves]
      .filter(([key]) => key === `${id}:${userId}` || key.startsWith(`${id}:${userId}:`))
      .map(([, autosave]) => autosave);
    return own.map((autosave) => {
      const was = posts.get(id)?.revisions[(autosave.began ?? 0) - 1];
      return {
        base: autosave.began
          ? {
              revision: autosave.began,
              title: was?.title ?? null,
              content: was?.content ?? null,
              excerpt: was ? '' : null,
            }
          : null,
        id: autosave.id,
        author: userId,
        modified_gmt: time(autosave.at),
        title: { raw: autosave.title },
        content: { raw: autosave.content },
        excerpt: { raw: autosave.excerpt },
      };
    });
  };
  const answer = (
    userId: number,
    path: string,
    body: Readonly<Record<string, unknown>> | undefined,
  ): unknown => {
    const [, idText, part] = /^\/wp\/v2\/posts(?:\/(\d+))?(?:\/(\w+))?/.exec(path) ?? [];
    const id = Number(idText ?? 0);
    const known = posts.get(id)?.post;
    if (idText && !known) throw new RestError(404, 'rest_post_invalid_id', 'Invalid post ID.');
    if (part === 'autosaves' && body) {
      const [title = '', content = '', excerpt = ''] = ['title', 'content', 'excerpt'].map((name) =>
        String(body[name]),
      );
      const [key, window] = [`${id}:${userId}`, String(body['window'])];
      const other = autosaves.get(key);
      if (
        known &&
        title === known.title.raw &&
        content === known.content.raw &&
        excerpt === (known.excerpt?.raw ?? '')
      ) {
        autosaves.delete(other?.window === window ? key : `${key}:${window}`);
        refused.push('rest_autosave_no_changes');
        throw new RestError(400, 'rest_autosave_no_changes', 'There is nothing to save.');
      }
      if (other && other.window !== window && other.began !== 0)
        autosaves.set(`${key}:${other.window ?? ''}`, other);
      autosaves.delete(`${key}:${window}`);
      autosaves.set(key, {
        id: ++last,
        title,
        content,
        excerpt,
        at: Date.now(),
        began: Number(body['revision'] ?? 0),
        window,
      });
      return { id: last, preview_link: `http://paper/?p=${id}&preview_id=${id}` };
    }
    if (part === 'autosaves' && path.includes('?force=')) {
      for (const [key, autosave] of autosaves) if (path.includes(`/${autosave.id}?`)) autosaves.delete(key);
      return {};
    }
    if (part === 'autosaves') return autosavesOf(id, userId);
    if (!body)
      return [...posts.values()]
        .map(({ post }) => post)
        .toSorted((a, b) => b.id - a.id)
        .slice(0, 3);
    if (known && Object.keys(body).every((name) => name === 'window')) {
      for (const [key, autosave] of autosaves)
        if (`${key}:`.startsWith(`${id}:${userId}:`) && autosave.window === body['window'])
          autosaves.delete(key);
      return known;
    }
    if (known && body['revision'] !== known.revision)
      throw new RestError(409, 'stale', 'Another user saved it.', known);
    // Saving makes the window's autosave obsolete.
    for (const [key, autosave] of autosaves) {
      const isHere =
        autosave.window === body['window'] &&
        (key === `${id}:${userId}` || key.startsWith(`${id}:${userId}:`));
      if (isHere) autosaves.set(key, { ...autosave, began: 0 });
    }
    const { window: _window, ...fields } = body;
    return write(known ? id : ++last, fields);
  };
  return {
    posts,
    autosaves,
    autosavesOf,
    /** Requests as `POST /path`, with `lasting` for those that outlive the page. */
    asked,
    /** Error codes that a browser would log to its console. */
    refused,
    /** Responses for a type without title and text. */
    respondBare:
      (ask: AskRest): AskRest =>
      async <Body, Sent extends object = never>(path: string, options?: RestOptions<Sent>) => {
        const {
          title: _title,
          content: _content,
          ...bare
        } = (await ask<PostReply, Sent>(path, options)).body;
        return { body: bare as Body };
      },
    store: (id: number, fields: Readonly<Record<string, unknown>>): StoredPost =>
      write(id > 0 ? id : ++last, fields),
    /** A user's REST client; `mood` is called for each request. */
    restFor:
      (userId: number, mood: () => Mood): AskRest =>
      async <Body>(path: string, options: Parameters<AskRest>[1] = {}) => {
        const { body, method = 'GET', keepalive = false } = options;
        asked.push(`${method} ${path}${keepalive ? ' lasting' : ''}`);
        const is = method === 'GET' ? 'fine' : mood(); // reads wait for an unreachable server
        const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
        await pause();
        if (is === 'away') throw new RestError(0, awayCode, 'The server does not answer.');
        if (is === 'odd')
          throw new RestError(
            413,
            unreadableCode,
            'It is larger than the proxy in front of the server allows.',
          );
        const made = answer(userId, path, body && Object.fromEntries(Object.entries(body))) as Body;
        await pause();
        if (is === 'answer-lost') throw new RestError(0, awayCode, 'The server does not answer.');
        if (is === 'odd-but-stored')
          throw new RestError(200, unreadableCode, 'The response did not come from the server.');
        return { body: made };
      },
  };
}

/** A browser's storage; `isFull` makes it reject writes. */
export function createStorage() {
  const stored = new Map<string, LocalCopy>();
  const storage = { isFull: false };
  const copies: LocalCopies = {
    find: async (prefix) => [...stored.values()].filter(({ key }) => key.startsWith(`${prefix}:`)),
    keep: async (copy) => {
      if (!storage.isFull) stored.set(copy.key, structuredClone(copy));
      return !storage.isFull;
    },
    forget: async (key, upTo) => {
      if ((stored.get(key)?.step ?? Infinity) <= upTo) stored.delete(key);
    },
  };
  return { kept: stored, copies, storage };
}

interface WindowOptions {
  readonly paper: ReturnType<typeof createPaper>;
  readonly copies: LocalCopies;
  readonly userId?: number;
  /** 0 for a new text. */
  readonly id: number;
  readonly mood?: () => Mood;
  /** Whether posts of the type have a text; default true. */
  readonly hasText?: boolean;
  /** The user from whom the text was taken over. */
  readonly former?: { readonly id: number; readonly name: string };
}

/** Opens a post in a window of a user's browser, like the editor's screen. */
export async function openWindow({
  paper,
  copies,
  userId = 3,
  id,
  mood = () => 'fine',
  hasText = true,
  former,
}: WindowOptions) {
  const post = paper.posts.get(id)?.post;
  const storedCopies = await copies.find(copyPrefix(userId, 'post', post?.id));
  const { found, stale } = foundTexts(post, {
    copies: storedCopies,
    autosaves: [userId, ...(former ? [former.id] : [])].flatMap((one) => paper.autosavesOf(id, one)),
    userId,
    former,
  });
  for (const { key, step } of stale) await copies.forget(key, step);
  const messages: string[] = [];
  const created: StoredPost[] = [];
  let standing: 'there' | 'away' = 'there';
  const draft = createDraft({
    post: post && toStored(post),
    type: 'post',
    restBase: 'posts',
    hasText,
    userId,
    found,
    kit: paragraphs,
    copies,
    rest: hasText ? paper.restFor(userId, mood) : paper.respondBare(paper.restFor(userId, mood)),
    line: {
      standing: () => standing,
      away: async () => {
        standing = 'away';
        await new Promise((resolve) => setTimeout(resolve, 2000));
        standing = 'there';
      },
    },
    tell: (message) => void messages.push(message),
    onCreated: (made) => void created.push(made),
  });
  const blocks = () => draft.state().history.blocks;
  return {
    draft,
    messages,
    created,
    texts: () => blocks().map(({ attributes }) => String(attributes['text'])),
    /** Types at the end of a paragraph, or in a new last paragraph. */
    type: (words: string, index?: number) => {
      const at = index === undefined ? undefined : blocks()[index];
      draft.change(
        at
          ? blocks().map((block) =>
              block === at
                ? ({ ...block, attributes: { text: `${String(block.attributes['text'])}${words}` } } as Block)
                : block,
            )
          : [...blocks(), newBlock(words)],
      );
    },
  };
}
