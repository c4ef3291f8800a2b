import { string } from './attributes.ts';
import { CommentsStep, loadStep } from './discussion.tsx';
import { defineCoreBlock } from './core-block.ts';

export const block = defineCoreBlock({
  name: 'core/comments-pagination-previous',
  attributes: { label: string('', 200) },
  load: (_settings, context) => loadStep('previous', context),
  View: ({ settings, data }) => <CommentsStep side="previous" settings={settings} data={data} />,
});
