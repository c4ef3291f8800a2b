import type { EditedRevision, AutosaveSent, PostSent } from '../app/rest-types.ts';
import { RestError } from '../app/rest-error.ts';
import { randomName } from './local-copies.ts';
import type { AskRest, DraftCore, Line } from './draft-state.ts';
import { footnotesField } from './footnotes.ts';
import type { Base } from './merge-posts.ts';
import { isSame, storedValue } from './stored-post.ts';
import type { StoredPost } from './stored-post.ts';

/** Milliseconds from a change to its autosave on the server. */
const serverMs = 10_000;
/** Error code for an autosave equal to the post; the server then stores none for this window. */
const sameCode = 'rest_autosave_no_changes';
const maxMs = 300_000;

interface Autosaving {
  readonly restBase: string;
  readonly hasText: boolean;
  readonly rest: AskRest;
  readonly line: Line;
  /** Serializes autosaves with saves of the post, so that an older text never arrives after a newer one. */
  readonly inTurn: <Result>(act: () => Promise<Result>) => Promise<Result>;
  readonly makePost: () => Promise<boolean>;
  /** Called when a text is sent; the returned function, once the server has stored it. */
  readonly sending: () => () => void;
  /** Stores found texts in the browser that the server would stop offering. */
  readonly storeFound: () => Promise<void>;
  /** Called when the server has another autosave of this window. */
  readonly onAutosave: () => void;
}

type Texts = ReturnType<typeof textsOf>;

function textsOf(core: DraftCore) {
  const footnotes = core.value(footnotesField);
  return {
    title: String(core.value('title') ?? ''),
    content: core.content(),
    excerpt: String(core.value('excerpt') ?? ''),
    ...(typeof footnotes === 'string' ? { meta: { footnotes } } : {}),
  };
}

const isStored = (post: StoredPost, { meta, ...sent }: Texts) =>
  Object.entries({ ...sent, ...(meta && { [footnotesField]: meta.footnotes }) }).every(([name, text]) =>
    isSame(text, storedValue(post, name) ?? ''),
  );

function createServerCopy(core: DraftCore, options: Autosaving) {
  const { restBase, hasText, rest, sending, storeFound, onAutosave } = options;
  let isOver = false;
  /** Identifies this window: it has one autosave for each text that it edits. */
  let windowName = randomName();
  /** The server may have an autosave of that name: one was sent, even if its reply is pending or lost. */
  let mayHave = false;
  /** JSON of the autosave that the server confirmed; '' without one, or when it equals the post. */
  let last = '';
  /** Id of the autosave of the current text; 0 without one. */
  let lastId = 0;

  /** `base`: the version that an unresolved conflict began from; such an autosave replaces no found text. */
  const send = async (stored: StoredPost, sent: Texts, base?: Base) => {
    const confirmSent = base ? undefined : sending(); // a text restored after this line is not in `sent`
    const name = windowName;
    mayHave = true;
    await storeFound();
    const { revision } = base ?? stored;
    const { body } = await rest<Pick<EditedRevision, 'id' | 'preview_link'>, AutosaveSent>(
      `/wp/v2/${restBase}/${stored.id}/autosaves`,
      {
        method: 'POST',
        body: { ...sent, ...(revision > 0 ? { revision } : {}), window: name },
      },
    );
    if (name === windowName) [last, lastId] = [JSON.stringify(sent), body.id]; // otherwise the reply is for the previous text
    core.set({ savedAt: Date.now() });
    confirmSent?.();
    onAutosave();
    return body;
  };

  const clear = () => {
    [last, lastId, mayHave] = ['', 0, false];
  };

  /**
   * Deletes the autosave by an empty update: an autosave equal to the post would be refused, and browsers log refusals.
   * `keepalive` lets it outlive the page.
   */
  const takeBack = async (id: number) => {
    await rest<unknown, PostSent>(`/wp/v2/${restBase}/${id}?_fields=id`, {
      method: 'POST',
      body: { window: windowName },
      keepalive: true,
    });
    clear();
  };

  /** Returns false if it has to be retried. `isLast`: also sends this window's side of an unresolved conflict. */
  const sync = async (isLast = false): Promise<boolean> => {
    const { post: stored, conflict } = core.state();
    if (!stored || !hasText) return true;
    if (conflict && !(isLast && conflict.base === undefined)) return true;
    const sent = textsOf(core);
    // Fields not in autosaves are only stored in the browser.
    const isTakenBack = isStored(stored, sent);
    if (isTakenBack ? !mayHave : isOver || !core.isDirty() || JSON.stringify(sent) === last) return true;
    try {
      await (isTakenBack ? takeBack(stored.id) : send(stored, sent));
      return true;
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      if (error.code !== sameCode) return false; // the browser has a copy, and it is sent again later
      clear();
      return true;
    }
  };

  return {
    sync,
    send,
    clear,
    mayHave: () => mayHave,
    windowName: () => windowName,
    rename: () => {
      windowName = randomName();
    },
    ids: (): readonly number[] => (lastId > 0 ? [lastId] : []),
    isOver: () => isOver,
    end: () => {
      isOver = true;
    },
  };
}

export function createAutosaving(core: DraftCore, options: Autosaving) {
  const { hasText, line, inTurn, makePost } = options;
  const copy = createServerCopy(core, options);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const arm = () => {
    if (!copy.isOver() && (core.isDirty() || copy.mayHave()))
      timer ??= setTimeout(() => void autosave(), Math.min(serverMs * 2 ** failures, maxMs));
  };

  const autosave = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (copy.isOver() || (!core.isDirty() && !copy.mayHave()) || core.state().conflict) return;
    if (core.state().saving !== 'no' || line.standing() !== 'there') {
      arm();
      return;
    }
    const { title, content } = textsOf(core);
    if (!core.state().post && title === '' && content.trim() === '') return;
    const isDone = core.state().post ? await inTurn(() => copy.sync()) : await makePost();
    failures = isDone ? 0 : failures + 1;
    if (!isDone) arm();
  };

  /** Saves at once, after pending requests, because another user takes over the text. */
  const saveLast = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (!(await inTurn(() => copy.sync(true)))) arm();
  };

  return {
    autosave,
    saveLast,
    arm,
    /** Call after the post was saved from this window, which makes its autosave obsolete. */
    reset: () => {
      copy.clear();
      failures = 0;
    },
    /** Switches to another text; the previous autosave stays on the server under its own name. */
    leave: () => {
      copy.clear();
      copy.rename();
    },
    windowName: copy.windowName,
    /** Ids of autosaves with the current or an earlier state of this text. */
    autosaveIds: copy.ids,
    /** Returns the preview URL of the current draft, or undefined if no post could be created for it. Throws `RestError`. */
    previewLink: async (): Promise<string | undefined> => {
      if (!core.state().post && !(await makePost())) return undefined;
      return inTurn(async () => {
        const { post: stored, conflict } = core.state();
        const sent = textsOf(core);
        if (!stored) return undefined;
        if (hasText && !isStored(stored, sent))
          return (await copy.send(stored, sent, conflict?.base)).preview_link;
        const link = new URL(stored.link);
        link.searchParams.set('preview', 'true');
        return link.href;
      });
    },
    end: () => {
      copy.end();
      clearTimeout(timer);
      if (copy.mayHave()) void inTurn(() => copy.sync()); // also removes the autosave of undone changes
    },
  };
}
