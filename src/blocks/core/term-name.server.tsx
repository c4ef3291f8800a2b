import { termLink } from '../../modules/cards/cards.ts';
import { flag, whole } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentTerm } from './block-context.server.ts';

export const block = defineCoreBlock({
  name: 'core/term-name',
  attributes: { level: whole(0, { min: 0, max: 6 }), isLink: flag(false) },
  load: async (_settings, context) => {
    const term = await currentTerm(context);
    if (!term) return undefined;
    return termLink(
      term,
      await context.content.terms.withAncestors([term.id]),
      await context.content.settings.current(),
    );
  },
  View: ({ settings, data: { name, url } }) => {
    const Heading = settings.level === 0 ? 'p' : (`h${settings.level}` as 'h2');
    return (
      <Heading {...wrapperProps('core/term-name', settings)}>
        {settings.isLink ? <a href={url}>{name}</a> : name}
      </Heading>
    );
  },
});
