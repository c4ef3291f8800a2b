import { BlockEditorProvider } from '@wordpress/block-editor';
import type { BlockSelection } from '@wordpress/block-editor';
import { SlotFillProvider } from '@wordpress/components';
import { ShortcutProvider } from '@wordpress/keyboard-shortcuts';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { Block } from '../../editor/block-kit.ts';
import type { Draft } from '../../editor/draft.ts';
import { footnotesField, referenceOrder, settleFootnotes } from '../../editor/footnotes.ts';
import { TextFootnotes } from '../../editor/footnotes-edit.tsx';
import { PreviewedPost } from '../../editor/own-blocks.tsx';

interface DraftProviderProps {
  readonly draft: Draft;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly children: ReactNode;
}

export function DraftProvider({ draft, settings, children }: DraftProviderProps) {
  const { post, history } = useSyncExternalStore(draft.subscribe, draft.state);
  const { input, change } = useBlockChanges(draft);
  const notes = draft.value(footnotesField);
  const footnotes = useMemo(
    () => ({ json: notes, change: (json: string) => draft.typeFields({ [footnotesField]: json }) }),
    [draft, notes],
  );
  return (
    <ShortcutProvider>
      <SlotFillProvider>
        <PreviewedPost.Provider value={post?.id ?? 0}>
          <TextFootnotes.Provider value={footnotes}>
            <BlockEditorProvider
              value={history.blocks}
              selection={history.selection}
              settings={settings}
              onInput={input}
              onChange={change}
              useSubRegistry
            >
              {children}
            </BlockEditorProvider>
          </TextFootnotes.Provider>
        </PreviewedPost.Provider>
      </SlotFillProvider>
    </ShortcutProvider>
  );
}

function useBlockChanges(draft: Draft) {
  const [knownNotes] = useState(() => new Map<string, string>());
  /** When references change, numbers them and drops unreferenced footnotes, in the same undo step. A text that was only opened keeps its markup. */
  const settle = useCallback(
    (blocks: readonly Block[], selection: BlockSelection): boolean => {
      const [before, after] = [draft.state().history.blocks, blocks].map((some) =>
        referenceOrder(some, draft.markupOf).join(' '),
      );
      if (before === after) return false;
      const settled = settleFootnotes(blocks, draft.value(footnotesField), knownNotes, draft.markupOf);
      if (settled)
        draft.together({ [footnotesField]: settled.json }, () => draft.change(settled.blocks, selection));
      return settled !== undefined;
    },
    [draft, knownNotes],
  );
  const input = useCallback(
    (
      blocks: Block[],
      { selection, undoIgnore = false }: { selection: BlockSelection; undoIgnore?: boolean },
    ) => {
      if (!settle(blocks, selection))
        draft.input(blocks, { selection, at: around(blocks, selection), isIgnored: undoIgnore });
    },
    [draft, settle],
  );
  const change = useCallback(
    (blocks: Block[], { selection }: { selection: BlockSelection }) => {
      if (!settle(blocks, selection)) draft.change(blocks, selection);
    },
    [draft, settle],
  );
  return { input, change };
}

/** Ids of the blocks at the cursor or in the selection, with their ancestors and descendants. */
function around(
  blocks: readonly Block[],
  { selectionStart, selectionEnd }: BlockSelection,
): ReadonlySet<string> {
  const found = new Set<string>();
  const ends = new Set(
    [selectionStart, selectionEnd]
      .map((end) => (end as { clientId?: string } | undefined)?.clientId)
      .filter((id) => id !== undefined),
  );
  const all = (list: readonly Block[]) =>
    list.forEach((block) => {
      found.add(block.clientId);
      all(block.innerBlocks as Block[]);
    });
  const look = (list: readonly Block[]): boolean => {
    const [first, last] = [list.findIndex(holds), list.findLastIndex(holds)];
    if (first === -1) return false;
    all(list.slice(first, last + 1));
    return true;
  };
  const holds = (block: Block): boolean => {
    if (ends.has(block.clientId)) return true;
    if (!look(block.innerBlocks as Block[])) return false;
    found.add(block.clientId);
    return true;
  };
  look(blocks);
  return found;
}
