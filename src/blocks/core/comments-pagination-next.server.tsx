import { string } from './attributes.ts';
import { CommentsStep, loadStep } from './discussion.tsx';
import { defineCoreBlock } from './core-block.ts';

export const block = defineCoreBlock({
  name: 'core/comments-pagination-next',
  attributes: { label: string('', 200) },
  load: (_settings, context) => loadStep('next', context),
  View: ({ settings, data }) => <CommentsStep side="next" settings={settings} data={data} />,
});
