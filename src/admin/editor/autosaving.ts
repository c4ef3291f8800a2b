import type { EditedRevision } from '../app/replies.ts';
import { RestError } from '../app/rest-error.ts';
import type { AutosaveSent } from '../app/sent.ts';
import type { AskRest, DraftCore, Line } from './draft-state.ts';
import { isSame, storedValue } from './stored-post.ts';
import type { StoredPost } from './stored-post.ts';

/** How long after a change the server keeps it, in milliseconds. */
const serverMs = 10_000;
/** Longest pause after which what was refused is tried again, in milliseconds. */
const longestMs = 300_000;

interface Autosaving {
  readonly restBase: string;
  /** Posts of the type have autosaves. */
  readonly hasText: boolean;
  /** What this window calls itself: it has autosaves of its own. */
  readonly windowName: string;
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
}

/** Has the server keep what somebody writes, without readers having it. */
export function createAutosaving(core: DraftCore, { restBase, hasText, windowName, rest, line, inTurn, makePost, sending, keepFound }: Autosaving) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let failures = 0;
  /** What the server has. */
  let last = '';

  const arm = () => {
    if (!isOver) timer ??= setTimeout(() => void autosave(), Math.min(serverMs * 2 ** failures, longestMs));
  };
  const texts = () => ({ title: String(core.value('title') ?? ''), content: core.content(), excerpt: String(core.value('excerpt') ?? '') });
  const isStored = (post: StoredPost, sent: ReturnType<typeof texts>) =>
    Object.entries(sent).every(([name, text]) => isSame(text, storedValue(post, name) ?? ''));

  const send = async (post: StoredPost, sent: ReturnType<typeof texts>) => {
    await keepFound();
    const onKept = sending();
    const { body } = await rest<Pick<EditedRevision, 'preview_link'>, AutosaveSent>(`/wp/v2/${restBase}/${post.id}/autosaves`, {
      method: 'POST', body: { ...sent, revision: post.revision, window: windowName },
    });
    last = JSON.stringify(sent);
    core.set({ keptAt: Date.now() });
    onKept();
    return body;
  };

  /** False where it has to be tried again. `isLast`: of two versions of which nobody chose one, the one that is written here, too. */
  const tryAutosave = async (isLast = false): Promise<boolean> => {
    const { post, conflict } = core.state();
    if (!post || !hasText || isOver || !core.isDirty()) return true;
    if (conflict && !(isLast && conflict.base === undefined)) return true;
    const sent = texts();
    // Fields that autosaves don't have are kept by the browser alone.
    if (JSON.stringify(sent) === last || isStored(post, sent)) return true;
    try {
      await send(post, sent);
      return true;
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      return false; // it is kept in this browser, and tried again
    }
  };

  const autosave = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (isOver || !core.isDirty() || core.state().conflict) return;
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
    autosave, keepLast,
    /** Something was changed. */
    arm,
    /** The post has it all: the same text is news again. */
    reset: () => {
      last = '';
      failures = 0;
    },
    /** Where a reader’s page shows what is written at this moment. Undefined where it can’t be made a post; throws `RestError`. */
    previewLink: async (): Promise<string | undefined> => {
      if (!core.state().post && !(await makePost())) return undefined;
      return inTurn(async () => {
        const { post } = core.state();
        const sent = texts();
        if (!post) return undefined;
        if (hasText && !isStored(post, sent)) return (await send(post, sent)).preview_link;
        const link = new URL(post.link);
        link.searchParams.set('preview', 'true');
        return link.href;
      });
    },
    end: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
