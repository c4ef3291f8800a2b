import { awayCode, RestError, unreadableCode } from '../app/rest-error.ts';
import type { PostSent } from '../app/rest-types.ts';
import type { AskRest, DraftCore, Line } from './draft-state.ts';
import { baseOf, mergePosts } from './merge-posts.ts';
import { editsLeft, inFields, isSame, storedValue, toStored, withoutStored } from './stored-post.ts';
import type { Fields, StoredPost, PostReply } from './stored-post.ts';
import { say } from '../words.ts';

interface Storing {
  readonly restBase: string;
  /** Name of this window; saving makes its autosave obsolete. */
  readonly windowName: () => string;
  readonly userId: number;
  readonly rest: AskRest;
  readonly line: Line;
  readonly saveLocally: () => Promise<boolean>;
  readonly notify: (message: string) => void;
  readonly onCreated: (post: StoredPost) => void;
  /** Called once the draft is stored. `began`: `mark()` before sending; `isSent`: false if there was nothing to send. */
  readonly onStored: (began: number, isSent: boolean) => void;
  readonly mark: () => number;
}

export interface StoringOptions {
  /** Override edits of the same name. */
  readonly changes?: Fields;
  /** Sent in place of edits of the same name, which stay unsaved: a new text is first created as a draft, whatever its status will be. */
  readonly temporary?: Fields;
}

type Outcome = StoredPost | 'again' | 'refused';

/** Finds a post that was created although the reply got lost: the author's newest with the same title and content. */
async function findCreated(
  { restBase, userId, rest }: Storing,
  sent: Fields,
): Promise<StoredPost | undefined> {
  const query = new URLSearchParams({
    context: 'edit',
    author: String(userId),
    status: 'draft,pending,publish,future,private',
    orderby: 'id',
    per_page: '3',
  });
  const { body } = await rest<readonly PostReply[]>(`/wp/v2/${restBase}?${query.toString()}`);
  return body
    .map(toStored)
    .find((one) => one.content.raw === (sent['content'] ?? '') && one.title.raw === (sent['title'] ?? ''));
}

/** Tracks a post whose creation was interrupted: it may exist already. */
function createLostReply(core: DraftCore, options: Storing) {
  let unsure: Fields | undefined;
  return {
    expect: (sent: Fields): void => {
      unsure = sent;
    },
    forget: (): void => {
      unsure = undefined;
    },
    adopt: async (): Promise<void> => {
      if (!unsure || core.state().post) return;
      const created = await findCreated(options, unsure);
      unsure = undefined;
      if (!created) return;
      core.set({ post: created, edits: withoutStored(core.state().edits, created), stored: undefined });
      options.onCreated(created);
    },
  };
}

interface Met {
  readonly theirs: StoredPost;
  readonly sent: Fields;
  readonly changes: Fields;
}

/** Merges a refused save with the version that another user saved first. On conflict the user has to choose. */
function meet(core: DraftCore, { saveLocally, notify }: Storing, { theirs, sent, changes }: Met): Outcome {
  const { post: was, edits } = core.state();
  if (!was) return 'refused';
  const { content: _, ...fields } = sent;
  const mine = core.content();
  const {
    content: merged,
    met,
    fields: joined,
  } = mergePosts(baseOf(was, fields), { content: mine, fields }, theirs);
  if (merged === undefined || met.length > 0) {
    core.set({
      conflict: { mine: merged ?? mine, theirs, isOfText: merged === undefined, met, changes },
      edits: { ...edits, ...joined },
    });
    void saveLocally();
    return 'refused';
  }
  core.set({ post: theirs, edits: withoutStored({ ...edits, ...joined }, theirs), stored: undefined });
  if (merged !== mine) core.open(merged, merged === theirs.content.raw);
  notify(say('Another user saved in the meantime. Their changes and yours were merged.'));
  return 'again';
}

/** Whether a changed post was changed by this very save, whose reply got lost. */
function isStored(core: DraftCore, theirs: StoredPost, sent: Fields): boolean {
  return (
    Object.entries(sent).every(([name, value]) => isSame(storedValue(theirs, name), value)) &&
    (Object.hasOwn(sent, 'content') || theirs.content.raw === core.state().post?.content.raw)
  );
}

/** Names of edits whose values the server would refuse, with everything else in the request. */
function invalidEdits(core: DraftCore): ReadonlySet<string> {
  const { guard, state } = core;
  const edits = Object.entries(state().edits);
  return new Set(
    edits.filter(([name, value]) => guard.current?.isValid(name, value) === false).map(([name]) => name),
  );
}

const without = (fields: Fields, names: ReadonlySet<string>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));

export function createStoring(core: DraftCore, options: Storing) {
  const { restBase, windowName, rest, line, saveLocally, onCreated, onStored, mark } = options;
  const lost = createLostReply(core, options);

  const sendOnce = async (sent: Fields, changes: Fields): Promise<Outcome> => {
    const { post } = core.state();
    try {
      const path = `/wp/v2/${restBase}${post ? `/${post.id}` : ''}?context=edit`;
      const body = { ...inFields(sent), ...(post ? { revision: post.revision, window: windowName() } : {}) };
      return toStored((await rest<PostReply, PostSent>(path, { method: 'POST', body })).body);
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      if (!post && (error.code === awayCode || error.code === unreadableCode)) lost.expect(sent);
      const reply = error.theirs as PostReply | null | undefined;
      const theirs = reply && toStored(reply);
      if (error.status === 409 && theirs)
        return isStored(core, theirs, sent) ? theirs : meet(core, options, { theirs, sent, changes });
      if (error.code !== awayCode) {
        core.set({ problem: error.message, faults: error.faults });
        return 'refused';
      }
      core.set({ saving: 'waiting' });
      void saveLocally();
      await line.away();
      return 'again';
    }
  };

  /** Saves; resolves to false if refused, with the reason in the state. */
  const tryStoring = async ({ changes = {}, temporary = {} }: StoringOptions): Promise<boolean> => {
    if (core.state().conflict) return false; // the user is resolving a conflict
    for (;;) {
      core.set({ saving: 'yes', problem: undefined, faults: {} });
      await lost.adopt();
      core.readCode();
      const {
        post: before,
        edits,
        history: { blocks },
      } = core.state();
      const markup = core.content();
      const began = mark();
      const isOther = markup !== (before?.content.raw ?? '');
      const invalid = invalidEdits(core);
      const sent = {
        ...withoutStored({ ...without(edits, invalid), ...(before ? {} : temporary), ...changes }, before),
        ...(isOther ? { content: markup } : {}),
      };
      if (before && Object.keys(sent).length === 0) {
        core.set({
          edits: Object.fromEntries(Object.entries(edits).filter(([name]) => invalid.has(name))),
          stored: blocks,
        });
        onStored(began, false);
        return true;
      }
      const outcome = await sendOnce(sent, changes);
      if (outcome === 'again') continue;
      if (outcome === 'refused') return false;
      const now = core.state();
      const unsent = new Set([
        ...invalid,
        ...(before ? [] : Object.keys(temporary).filter((name) => !Object.hasOwn(changes, name))),
      ]);
      core.set({
        post: outcome,
        edits: editsLeft({ sent: edits, now: now.edits, before, after: outcome, unsent }),
        stored: blocks,
        savedAt: Date.now(),
      });
      // The server removes markup that the user is not allowed to write.
      if (outcome.content.raw !== markup && now.history.blocks === blocks && now.code === undefined)
        core.open(outcome.content.raw, true);
      lost.forget();
      if (!before) onCreated(outcome);
      onStored(began, true);
      return true;
    }
  };

  return async (request: StoringOptions): Promise<boolean> => {
    try {
      return await tryStoring(request);
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      core.set({ problem: error.message });
      return false;
    } finally {
      core.set({ saving: 'no' });
    }
  };
}
