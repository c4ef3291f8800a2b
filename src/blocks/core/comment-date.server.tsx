import { flag, string } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { CoreTime, relativeWords } from './core-time.tsx';

export const block = defineCoreBlock({
  name: 'core/comment-date',
  attributes: { format: string('', 50), isLink: flag(true) },
  load: async (_settings, context) => {
    const { comment } = context.inherited;
    return comment && { at: comment.createdAt, url: comment.url, ago: await relativeWords(context) };
  },
  View: ({ settings, data: { at, url, ago } }) => (
    <div {...wrapperProps('core/comment-date', settings)}>
      <CoreTime at={at} format={settings.format} ago={ago} url={settings.isLink ? url : undefined} />
    </div>
  ),
});
