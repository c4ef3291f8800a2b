import { string } from './attributes.ts';
import { defineCoreBlock } from './core-block.ts';
import { loadStep, QueryStep } from './query-step.tsx';

export const block = defineCoreBlock({
  name: 'core/query-pagination-next',
  attributes: { label: string('', 500) },
  load: (_settings, context) => loadStep('next', context),
  View: ({ settings, data }) => <QueryStep side="next" settings={settings} data={data} />,
});
