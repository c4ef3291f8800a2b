import type { Neighbours } from '../../modules/posts/reader.ts';
import { labelProfile } from '../../lib/clean-html/profiles.ts';
import { fillIn } from '../../lib/messages.ts';
import { useWords } from '../../ui/language.ts';
import type { LoadContext } from '../load-context.ts';
import { neighboursOf } from '../current-post.server.ts';
import { flag, string, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { writtenHtml } from './block-context.server.ts';

const arrows = {
  none: undefined,
  arrow: { previous: '←', next: '→' },
  chevron: { previous: '«', next: '»' },
} as const;

export const block = defineCoreBlock({
  name: 'core/post-navigation-link',
  attributes: {
    type: word(['next', 'previous']),
    label: string('', 500),
    showTitle: flag(false),
    linkLabel: flag(false),
    arrow: word(['none', 'arrow', 'chevron']),
    taxonomy: string('', 32),
  },
  load: async ({ type, taxonomy, label }, context) => {
    const id = (await neighbours(taxonomy, context))?.[type];
    const [card] = id === undefined ? [] : await context.cards([id]);
    return (
      card && {
        url: card.url,
        title: card.title,
        id: card.id,
        label: (await writtenHtml(label, labelProfile, context)).trim(),
      }
    );
  },
  View: ({ settings, data: { url, title, id, label } }) => {
    const words = useWords();
    const { type, showTitle, linkLabel, arrow } = settings;
    const name = title || fillIn(words.core_untitled, id);
    const own =
      label === '' ? undefined : (
        <span className="post-navigation-link__label" dangerouslySetInnerHTML={{ __html: label }} />
      );
    // Without a title, the label is the link's text.
    const alone = !showTitle && own ? { dangerouslySetInnerHTML: { __html: label } } : undefined;
    const inside = !showTitle ? (
      words[type]
    ) : !linkLabel ? (
      name
    ) : (
      <>
        {own ?? <span className="post-navigation-link__label">{`${words[type]}:`}</span>}{' '}
        <span className="post-navigation-link__title">{name}</span>
      </>
    );
    const sign = arrows[arrow] && (
      <span className={`wp-block-post-navigation-link__arrow-${type} is-arrow-${arrow}`} aria-hidden="true">
        {arrows[arrow][type]}
      </span>
    );
    return (
      <div {...wrapperProps('core/post-navigation-link', settings, `post-navigation-link-${type}`)}>
        {type === 'previous' && sign}
        {showTitle && !linkLabel && own && <>{own} </>}
        <a href={url} rel={type === 'next' ? 'next' : 'prev'} {...alone}>
          {alone ? undefined : inside}
        </a>
        {type === 'next' && sign}
      </div>
    );
  },
});

async function neighbours(taxonomy: string, context: LoadContext): Promise<Neighbours | undefined> {
  const {
    page: { post, kind },
    content,
  } = context;
  if (!post || kind === 'home') return undefined;
  if (taxonomy === '') return neighboursOf(post, context);
  const terms = await content.terms.withAncestors(post.termIds);
  return neighboursOf(
    post,
    context,
    post.termIds.filter((id) => terms.get(id)?.taxonomy === taxonomy),
  );
}
