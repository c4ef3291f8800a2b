import { useTextDirection } from '../../ui/language.ts';
import { whole } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { writtenText } from './block-context.server.ts';

export const block = defineCoreBlock({
  name: 'core/site-tagline',
  attributes: { level: whole(0, { min: 0, max: 6 }) },
  load: async (_settings, context) =>
    (await writtenText((await context.content.settings.current()).blogdescription.trim(), context)) ||
    undefined,
  View: ({ settings, data: tagline }) => {
    const directionOf = useTextDirection();
    const Heading = settings.level === 0 ? 'p' : (`h${settings.level}` as 'h2');
    return (
      <Heading {...wrapperProps('core/site-tagline', settings)} dir={directionOf(tagline)}>
        {tagline}
      </Heading>
    );
  },
});
