import { articleType } from '../../modules/types/names.ts';
import { postTypeNamed, taxonomyNamed } from '../../modules/types/registry.ts';
import { fillIn } from '../../lib/messages.ts';
import { useWords } from '../../ui/language.ts';
import type { ViewWords } from '../../ui/language.ts';
import type { LoadContext, PageInfo } from '../load-context.ts';
import { flag, whole, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { readQuery } from './query-attributes.server.ts';

/** A listing's name, and its kind: a string of the site, or the label of its type or taxonomy. */
type Title = {
  readonly kind: keyof ViewWords | { readonly label: string } | undefined;
  readonly name: string;
};

export const block = defineCoreBlock({
  name: 'core/query-title',
  attributes: {
    type: word(['', 'archive', 'search', 'post-type']),
    level: whole(1, { min: 0, max: 6 }),
    showPrefix: flag(true),
    showSearchTerm: flag(true),
  },
  load: async ({ type }, context): Promise<Title | undefined> => {
    if (type === 'post-type') return typeTitle(context);
    if (type === 'archive') return archiveTitle(context.page);
    return type === 'search' && context.page.search !== undefined
      ? { kind: undefined, name: context.page.search }
      : undefined;
  },
  View: ({ settings, data: { kind, name } }) => {
    const words = useWords();
    const Heading = settings.level === 0 ? 'p' : (`h${settings.level}` as 'h1');
    const prefix =
      kind === undefined || !settings.showPrefix
        ? ''
        : typeof kind === 'string'
          ? words[kind]
          : `${kind.label}:`;
    const text =
      settings.type === 'search'
        ? settings.showSearchTerm
          ? fillIn(words.core_query_search_of, name)
          : words.core_query_search
        : settings.type === 'post-type' && settings.showPrefix
          ? fillIn(words.core_query_type, name)
          : name;
    return (
      <Heading {...wrapperProps('core/query-title', settings)}>
        {prefix === '' ? (
          text
        ) : (
          <>
            {`${prefix} `}
            <span>{text}</span>
          </>
        )}
      </Heading>
    );
  },
});

function typeTitle({ inherited: { query, postId }, page }: LoadContext): Title | undefined {
  const listed = query && readQuery(query.given);
  const name = listed && !listed.inherit ? listed.type : (page.postType ?? page.post?.type ?? articleType);
  const type = postTypeNamed(name);
  return postId === undefined && type.isPublic ? { kind: undefined, name: type.labels.singular } : undefined;
}

/** Upper bounds of a month, week and day in milliseconds, allowing for clock changes. */
const monthMs = 32 * 86_400_000;
const weekMs = 8 * 86_400_000;
const dayMs = 1.5 * 86_400_000;

function archiveTitle({ kind, title, term, author, dates, format, postType }: PageInfo): Title | undefined {
  if (author) return { kind: 'core_archive_author', name: title };
  if (dates) {
    const length = dates.to - dates.from;
    // A week's name already says that it is one.
    const kindOfLonger =
      length > monthMs ? 'core_archive_year' : length > weekMs ? 'core_archive_month' : undefined;
    return { kind: length > dayMs ? kindOfLonger : 'core_archive_day', name: title };
  }
  const { words, labels } = term ? taxonomyNamed(term.taxonomy) : {};
  if (words) return { kind: words.archive, name: title };
  if (format) return { kind: undefined, name: title };
  if (labels) return { kind: { label: labels.singular }, name: title };
  return (kind === 'cpt_tax' || kind === 'woo_shop_base') && postType !== undefined
    ? { kind: 'core_archive_type', name: title }
    : undefined;
}
