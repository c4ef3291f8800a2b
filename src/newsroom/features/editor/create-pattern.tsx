import { BlockSettingsMenuControls, store as blockEditor } from '@wordpress/block-editor';
import { cloneBlock, createBlock } from '@wordpress/blocks';
import { Button, MenuItem, TextControl, ToggleControl } from '@wordpress/components';
import { useRegistry } from '@wordpress/data';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { listedTypes, mayBegin } from '../../app/boot.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { rest, RestError } from '../../app/rest.ts';
import type { PostSent } from '../../app/rest-types.ts';
import { toast } from '../../app/toasts.tsx';
import type { Block } from '../../editor/block-kit.ts';
import type { SitePattern } from '../../editor/canvas-settings.ts';
import type { Draft } from '../../editor/draft.ts';
import { say } from '../../words.ts';

interface BlockQuestions {
  getBlocksByClientId(ids: readonly string[]): readonly (Block | null)[];
  getBlocks(parent: string): readonly Block[];
}
interface BlockActions {
  replaceBlocks(ids: readonly string[], blocks: readonly unknown[]): void;
}

const synced = 'core/block';

const mayCreate = listedTypes.some((type) => type.restBase === 'blocks' && mayBegin(type));

/** A pattern's blocks detached into this text, with its overrides (`content` of the pattern block) applied. */
function detached(block: Block, content: unknown): Block {
  const { metadata, ...attributes } = block.attributes as {
    readonly metadata?: Readonly<Record<string, unknown>>;
  } & Readonly<Record<string, unknown>>;
  const overrides = (content ?? {}) as Readonly<
    Record<string, Readonly<Record<string, unknown>> | undefined>
  >;
  const bound = Object.entries(metadata?.['bindings'] ?? {}) as [string, { readonly source?: string }][];
  const others = bound.filter(([, { source }]) => source !== 'core/pattern-overrides');
  const { bindings: _, name, ...otherMetadata } = metadata ?? {};
  const own = bound.length > others.length && typeof name === 'string' ? overrides[name] : undefined;
  const newMetadata = {
    ...otherMetadata,
    ...(name !== undefined && !own ? { name } : {}),
    ...(others.length > 0 ? { bindings: Object.fromEntries(others) } : {}),
  };
  return cloneBlock(
    block,
    { ...attributes, ...own, metadata: Object.keys(newMetadata).length > 0 ? newMetadata : undefined },
    block.innerBlocks.map((one) => detached(one, content)),
  );
}

/** Block menu items: create a pattern from the selection, detach a synced one. */
export function PatternItems({
  draft,
  onCreated,
}: {
  readonly draft: Draft;
  readonly onCreated: (pattern: SitePattern) => void;
}) {
  const registry = useRegistry();
  const [pendingIds, setPendingIds] = useState<readonly string[]>();
  const questions = () => registry.select(blockEditor) as unknown as BlockQuestions;
  const actions = () => registry.dispatch(blockEditor) as unknown as BlockActions;
  const selected = (ids: readonly string[]) =>
    questions()
      .getBlocksByClientId(ids)
      .filter((block) => block !== null);
  const create = async (title: string, isSynced: boolean) => {
    const ids = pendingIds ?? [];
    const content = draft.markupOf(selected(ids)).trim();
    const { body } = await rest<SitePattern, PostSent>('/wp/v2/blocks', {
      method: 'POST',
      body: {
        title,
        content,
        status: 'publish',
        ...(isSynced ? {} : { meta: { wp_pattern_sync_status: 'unsynced' } }),
      },
    });
    onCreated(body);
    if (isSynced) actions().replaceBlocks(ids, [createBlock(synced, { ref: body.id })]);
    toast(
      isSynced
        ? say('Pattern “%s” created. Changes to it apply everywhere it is used.', title)
        : say('Pattern “%s” created. It is inserted as a copy.', title),
    );
  };
  return (
    <>
      <BlockSettingsMenuControls>
        {({ selectedClientIds, onClose }) => {
          const blocks = selected(selectedClientIds);
          const [first] = blocks;
          const isOne = blocks.length === 1 && first?.name === synced;
          return (
            <>
              {!isOne && blocks.length > 0 && mayCreate && (
                <MenuItem
                  onClick={() => {
                    onClose();
                    setPendingIds(selectedClientIds);
                  }}
                >
                  {say('Create pattern')}
                </MenuItem>
              )}
              {isOne && (
                <MenuItem
                  onClick={() => {
                    onClose();
                    const inner = questions().getBlocks(first.clientId);
                    if (inner.length === 0)
                      toast(say('The pattern no longer exists, so it can’t be detached.'));
                    else
                      actions().replaceBlocks(
                        selectedClientIds,
                        inner.map((block) => detached(block, first.attributes['content'])),
                      );
                  }}
                >
                  {say('Detach pattern')}
                </MenuItem>
              )}
            </>
          );
        }}
      </BlockSettingsMenuControls>
      {pendingIds && <CreatePattern onCreate={create} onClose={() => setPendingIds(undefined)} />}
    </>
  );
}

function CreatePattern({
  onCreate,
  onClose,
}: {
  readonly onCreate: (title: string, isSynced: boolean) => Promise<void>;
  readonly onClose: () => void;
}) {
  const [title, setTitle] = useState('');
  const [isSynced, setSynced] = useState(true);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === '' || isBusy) return;
    setBusy(true);
    try {
      await onCreate(title.trim(), isSynced);
      onClose();
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      setProblem(error.message);
      setBusy(false);
    }
  };
  return (
    <FormModal
      title={say('Create pattern')}
      size="small"
      isDirty={title.trim() !== ''}
      onRequestClose={onClose}
    >
      <form className="dialog-form" onSubmit={(event) => void create(event)}>
        <TextControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={say('Name')}
          value={title}
          maxLength={200}
          onChange={setTitle}
        />
        <ToggleControl
          __nextHasNoMarginBottom
          label={say('Synced')}
          checked={isSynced}
          onChange={setSynced}
          help={
            isSynced
              ? say('Changes apply everywhere the pattern is used.')
              : say('The pattern is inserted as a copy.')
          }
        />
        {problem !== undefined && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <div className="dialog-acts">
          <Button variant="tertiary" __next40pxDefaultSize onClick={onClose}>
            {say('Cancel')}
          </Button>
          <Button
            variant="primary"
            __next40pxDefaultSize
            type="submit"
            isBusy={isBusy}
            disabled={title.trim() === ''}
            accessibleWhenDisabled
          >
            {say('Create')}
          </Button>
        </div>
      </form>
    </FormModal>
  );
}
