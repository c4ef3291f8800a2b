import { addFilter } from '@wordpress/hooks';
import {
  getBlockType,
  setCategories,
  setDefaultBlockName,
  setFreeformContentHandlerName,
  setGroupingBlockName,
  setUnregisteredTypeHandlerName,
} from '@wordpress/blocks';
import { coreBlocks } from './core-blocks.ts';
import { ClassicEdit } from './classic-edit.tsx';
import { EmbedEdit } from './embed-edit.tsx';
import { FootnotesEdit, replaceFootnoteFormat } from './footnotes-edit.tsx';
import { HtmlEdit } from './html-edit.tsx';
import { registerLinkKey } from './link-key.tsx';
import { MissingEdit } from './missing-edit.tsx';
import { ownExamples } from './own-examples.ts';
import { ownCategories, registerServed } from './own-blocks.tsx';
import type { ServedType } from './own-blocks.tsx';
import { withShownAddresses } from './shown-addresses.tsx';

/** Blocks of WordPress that are edited by parts of ours: its own ask for TinyMCE, for other sites, or draw whatever HTML there is. */
const ownEdits = new Map<string, unknown>([
  ['core/freeform', ClassicEdit],
  ['core/embed', EmbedEdit],
  ['core/html', HtmlEdit],
  ['core/missing', MissingEdit],
  ['core/footnotes', FootnotesEdit],
]);

let done = false;

/** Registers every block: those of WordPress one by one, then our own. */
export function registerBlocks(served: readonly ServedType[]): void {
  if (done) return;
  done = true;
  addFilter('blocks.registerBlockType', 'broadsheet/edits', (settings: object, name: string) => {
    const edit = ownEdits.get(name);
    return ownExamples(edit ? { ...settings, edit } : settings);
  });
  addFilter('editor.BlockListBlock', 'broadsheet/shown-addresses', withShownAddresses);
  setCategories([
    { slug: 'text', title: 'Text' },
    { slug: 'media', title: 'Media' },
    { slug: 'design', title: 'Design' },
    { slug: 'widgets', title: 'Widgets' },
    { slug: 'theme', title: 'Theme' },
    { slug: 'embed', title: 'Embeds' },
    { slug: 'reusable', title: 'Patterns' },
    ...ownCategories,
  ]);
  for (const init of coreBlocks) init();
  registerLinkKey();
  replaceFootnoteFormat();
  for (const type of served) if (!getBlockType(type.name)) registerServed(type);
  setDefaultBlockName('core/paragraph');
  setFreeformContentHandlerName('core/freeform');
  setUnregisteredTypeHandlerName('core/missing');
  setGroupingBlockName('core/group');
}
