import type { EditedRevision } from '../app/replies.ts';
import { RestError } from '../app/rest-error.ts';
import type { AutosaveSent, PostSent } from '../app/sent.ts';
import { randomName } from './copy-keeper.ts';
import type { AskRest, DraftCore, Line } from './draft-state.ts';
import { footnotesField } from './footnotes.ts';
import type { Base } from './merge-posts.ts';
import { isSame, storedValue } from './stored-post.ts';
import type { StoredPost } from './stored-post.ts';

/** How long after a change the server keeps it, in milliseconds. */
const serverMs = 10_000;
/** What the server says where an autosave says what the post says: it has none of this window then. */
const sameCode = 'rest_autosave_no_changes';
/** Longest pause after which what was refused is tried again, in milliseconds. */
const longestMs = 300_000;

interface Autosaving {
  readonly restBase: string;
  /** Posts of the type have autosaves. */
  readonly hasText: boolean;
  readonly rest: AskRest;
  readonly line: Line;
  /** One after the other with what stores the post: an older text never comes behind a newer one. */
  readonly inTurn: <Result>(act: () => Promise<Result>) => Promise<Result>;
  /** Makes a post of a text that has none. Resolves to whether it is one. */
  readonly makePost: () => Promise<boolean>;
  /** Asked as a text is sent; what it gives is told once the server keeps that. */
  readonly sending: () => () => void;
  /** Keeps texts of the server that nobody has decided about, and that it would not offer for ever. */
  readonly keepFound: () => Promise<void>;
  /** Told once the server has another autosave of this window. */
  readonly onAutosave: () => void;
}

/** Has the server keep what somebody writes, without readers having it. */
export function createAutosaving(
  core: DraftCore,
  { restBase, hasText, rest, line, inTurn, makePost, sending, keepFound, onAutosave }: Autosaving,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let failures = 0;
  /** What this window calls itself: it has one autosave of its own for each text that stands here. */
  let windowName = randomName();
  /** The server may have an autosave of that name: one was sent, though its answer may be on its way, or lost. */
  let mayHave = false;
  /** What the server said it has; '': nothing, or nothing else than the post. */
  let last = '';
  /** The autosave that says what is written here, or said it before; 0: there is none. */
  let lastId = 0;

  const arm = () => {
    if (!isOver && (core.isDirty() || mayHave))
      timer ??= setTimeout(() => void autosave(), Math.min(serverMs * 2 ** failures, longestMs));
  };
  const texts = () => {
    const footnotes = core.value(footnotesField);
    return {
      title: String(core.value('title') ?? ''),
      content: core.content(),
      excerpt: String(core.value('excerpt') ?? ''),
      ...(typeof footnotes === 'string' ? { meta: { footnotes } } : {}),
    };
  };
  const isStored = (post: StoredPost, { meta, ...sent }: ReturnType<typeof texts>) =>
    Object.entries({ ...sent, ...(meta && { [footnotesField]: meta.footnotes }) }).every(([name, text]) =>
      isSame(text, storedValue(post, name) ?? ''),
    );

  /** `base`: what it began from where somebody has to choose first; then it takes the place of nothing that was found. */
  const send = async (stored: StoredPost, sent: ReturnType<typeof texts>, base?: Base) => {
    const onKept = base ? undefined : sending(); // what is taken up from here on is not in what is sent
    const name = windowName;
    mayHave = true;
    await keepFound();
    const { revision } = base ?? stored;
    const { body } = await rest<Pick<EditedRevision, 'id' | 'preview_link'>, AutosaveSent>(
      `/wp/v2/${restBase}/${stored.id}/autosaves`,
      {
        method: 'POST',
        body: { ...sent, ...(revision > 0 ? { revision } : {}), window: name },
      },
    );
    if (name === windowName) [last, lastId] = [JSON.stringify(sent), body.id]; // else it is of the text before
    core.set({ keptAt: Date.now() });
    onKept?.();
    onAutosave();
    return body;
  };

  /** The server has, or may have, nothing of this window any more. */
  const clear = () => {
    [last, lastId, mayHave] = ['', 0, false];
  };

  /**
   * The server forgets what was taken back here: a change of nothing from this window says so, whichever answers were lost. Sent as an autosave it would be
   * refused, which browsers write to the console. It goes though the page goes.
   */
  const takeBack = async (id: number) => {
    await rest<unknown, PostSent>(`/wp/v2/${restBase}/${id}?_fields=id`, {
      method: 'POST',
      body: { window: windowName },
      keepalive: true,
    });
    clear();
  };

  /** False where it has to be tried again. `isLast`: of two versions of which nobody chose one, the one that is written here, too. */
  const tryAutosave = async (isLast = false): Promise<boolean> => {
    const { post: stored, conflict } = core.state();
    if (!stored || !hasText) return true;
    if (conflict && !(isLast && conflict.base === undefined)) return true;
    const sent = texts();
    // Fields that autosaves don't have are kept by the browser alone.
    const isTakenBack = isStored(stored, sent);
    if (isTakenBack ? !mayHave : isOver || !core.isDirty() || JSON.stringify(sent) === last) return true;
    try {
      await (isTakenBack ? takeBack(stored.id) : send(stored, sent));
      return true;
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      if (error.code !== sameCode) return false; // it is kept in this browser, and tried again
      clear();
      return true;
    }
  };

  const autosave = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (isOver || (!core.isDirty() && !mayHave) || core.state().conflict) return;
    if (core.state().saving !== 'no' || line.standing() !== 'there') {
      arm();
      return;
    }
    const { title, content } = texts();
    if (!core.state().post && title === '' && content.trim() === '') return;
    const isDone = core.state().post ? await inTurn(() => tryAutosave()) : await makePost();
    failures = isDone ? 0 : failures + 1;
    if (!isDone) arm();
  };

  /** At once, behind what is on its way: somebody else goes on with the text. */
  const keepLast = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (!(await inTurn(() => tryAutosave(true)))) arm();
  };

  return {
    autosave,
    keepLast,
    /** Something was changed. */
    arm,
    /** Something was stored from this window, which settles its autosave: the same text is news again. */
    reset: () => {
      clear();
      failures = 0;
    },
    /** Another text stands here: what the server has of the one before stays there, under the name that it has. */
    leave: () => {
      clear();
      windowName = randomName();
    },
    windowName: (): string => windowName,
    /** The autosave that says what is written here, or said it before. */
    keptAs: (): readonly number[] => (lastId > 0 ? [lastId] : []),
    /** Where a reader’s page shows what is written at this moment. Undefined where it can’t be made a post; throws `RestError`. */
    previewLink: async (): Promise<string | undefined> => {
      if (!core.state().post && !(await makePost())) return undefined;
      return inTurn(async () => {
        const { post: stored, conflict } = core.state();
        const sent = texts();
        if (!stored) return undefined;
        if (hasText && !isStored(stored, sent))
          return (await send(stored, sent, conflict?.base)).preview_link;
        const link = new URL(stored.link);
        link.searchParams.set('preview', 'true');
        return link.href;
      });
    },
    end: () => {
      isOver = true;
      clearTimeout(timer);
      if (mayHave) void inTurn(() => tryAutosave()); // what was taken back is
    },
  };
}
