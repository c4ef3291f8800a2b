import { RestError } from '../app/rest-error.ts';
import type { createAutosaving } from './autosaving.ts';
import type { CopyKeeper } from './copy-keeper.ts';
import type { AskRest, DraftCore } from './draft-state.ts';
import type { Autosave, FoundText } from './found-texts.ts';
import type { createLocalSaving } from './local-saving.ts';
import { baseOf, mergePosts } from './merge-posts.ts';
import type { StoringOptions } from './post-storing.ts';
import { withoutStored } from './stored-post.ts';

/** The found text that the draft continues. Its autosaves are deleted once the server has what the draft says. */
export function createTaken(
  core: DraftCore,
  { rest, restBase }: { readonly rest: AskRest; readonly restBase: string },
) {
  let taken: FoundText | undefined;
  const forget = async (ids: readonly number[]): Promise<void> => {
    const { post } = core.state();
    if (ids.length === 0 || !post) return;
    const path = `/wp/v2/${restBase}/${post.id}/autosaves`;
    const { body } = await rest<readonly Pick<Autosave, 'id'>[]>(`${path}?_fields=id`); // other windows may have changed it
    for (const { id } of body) {
      if (!ids.includes(id)) continue;
      await rest(`${path}/${id}?force=true`, { method: 'DELETE' }).catch((error: unknown) => {
        if (!(error instanceof RestError && error.status === 404)) throw error; // another window deleted it first
      });
    }
  };
  const remove = async (one: FoundText): Promise<void> => {
    if (one.by !== undefined) return; // autosaves of other users stay
    try {
      await forget(one.autosaves);
    } catch (error) {
      if (!(error instanceof RestError)) throw error; // it stays, and is offered again
    }
  };

  /** Call when the draft is sent, and the result once the server has it. */
  const sending = () => {
    const one = taken;
    return () => {
      if (!one || taken !== one) return;
      taken = undefined;
      void remove(one);
    };
  };
  return {
    take: (one: FoundText | undefined) => {
      taken = one;
    },
    /** Ids of the autosaves that the draft includes; autosaves of other users stay. */
    autosaves: (): readonly number[] => (taken?.by === undefined ? (taken?.autosaves ?? []) : []),
    sending,
    remove,
  };
}

interface VersionsOptions {
  /** Whether the text was a post when it was opened. */
  readonly wasPost: boolean;
  readonly keeper: CopyKeeper;
  readonly local: ReturnType<typeof createLocalSaving>;
  readonly taken: ReturnType<typeof createTaken>;
  readonly autosaving: ReturnType<typeof createAutosaving>;
  readonly idle: () => Promise<unknown>;
  readonly save: (options: StoringOptions) => Promise<boolean>;
  readonly changed: () => void;
}

/** Chooses among other versions of the text: found ones, and the two of a conflict. */
export function createVersions(
  core: DraftCore,
  { wasPost, keeper, local, taken, autosaving, idle, save, changed }: VersionsOptions,
) {
  return {
    /** Continues a found text in place of the current one, which is offered in turn. Changes that others stored in the meantime are merged. */
    goOn: async (one: FoundText) => {
      if (core.state().saving === 'yes') await idle(); // the save under way is merged then
      if (core.state().conflict) return; // the user has to resolve it first
      const { post: stored } = core.state();
      // A new text that has been stored as a draft since is another text.
      if (core.isDirty() || (!wasPost && stored !== undefined && core.content().trim() !== '')) {
        await local.keepAside(local.now());
        autosaving.leave();
      }
      core.set({ found: core.state().found.filter((other) => other !== one) });
      // With an unknown base, a newer stored version counts as a conflict rather than being overwritten.
      const isOlder = wasPost && stored !== undefined && one.at < Date.parse(`${stored.modified_gmt}Z`);
      const base = one.base ?? (isOlder ? { revision: 0, content: null, fields: {} } : undefined);
      const {
        content: merged,
        met,
        fields,
      } = stored && base ? mergePosts(base, one, stored) : { content: one.content, met: [], fields: {} };
      const isMet = stored !== undefined && (merged === undefined || met.length > 0);
      taken.take(one);
      core.set({ edits: withoutStored({ ...one.fields, ...fields }, stored) });
      core.open(merged ?? one.content, merged === (stored?.content.raw ?? ''));
      if (stored && isMet)
        core.set({
          conflict: {
            mine: merged ?? one.content,
            theirs: stored,
            isOfText: merged === undefined,
            met,
            changes: {},
            base,
          },
        });
      if (await local.keepLocally()) await keeper.letGo(one.copies);
      changed();
    },
    /** Discards a found text. */
    letGo: async (one: FoundText) => {
      core.set({ found: core.state().found.filter((other) => other !== one) });
      await keeper.letGo(one.copies);
      await taken.remove(one);
    },
    /** Resolves a conflict. Their version stays among the revisions, mine is offered as a found text. Resolves to whether it is stored. */
    settle: async (which: 'mine' | 'theirs'): Promise<boolean> => {
      const { conflict, edits } = core.state();
      if (!conflict) return false;
      const { mine, theirs, changes } = conflict;
      if (which === 'mine') {
        core.set({
          post: theirs,
          conflict: undefined,
          edits: withoutStored(edits, theirs),
          stored: undefined,
        });
        if (mine !== core.content()) core.open(mine, false);
        return save({ changes });
      }
      const isAside = await local.keepAside({
        content: core.content(),
        fields: edits,
        base: baseOf(theirs, edits),
        autosaves: local.now().autosaves,
      });
      taken.take(undefined);
      autosaving.leave();
      core.set({ post: theirs, conflict: undefined, edits: {} });
      core.open(theirs.content.raw, true);
      if (isAside) await keeper.forget();
      return true;
    },
  };
}
