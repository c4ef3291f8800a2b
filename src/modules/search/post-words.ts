import { dataIn } from '../../lib/builder-data/text-with-data.ts';
import type { SearchTokens } from '../../kernel/db/search-sql.ts';
import { withoutHidden } from '../../lib/markup/block-markup.ts';
import { patternRefs } from '../../lib/markup/block-refs.ts';
import { withoutFinders } from '../../lib/content-text.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { maxPatterns } from '../patterns/index.ts';
import { splitBound } from '../../lib/markup/bindings.ts';
import { textWordsOf, wordsOf } from '../../lib/text-words.ts';
import { tokensOf } from './tokens.ts';
import { joinWords } from '../../lib/search-words.ts';
import { supportOf } from '../posts/index.ts';
import type { PreparedText } from '../posts/index.ts';
import { articleType, patternType } from '../types/index.ts';

interface SearchedPost {
  readonly type?: string | undefined;
  /** HTML, like excerpt and content. */
  readonly title: string;
  readonly excerpt?: string | undefined;
  readonly content?: string | undefined;
  /** The text with expanded patterns and bound meta; null: it has neither. */
  readonly expanded: string | null;
  /** HTML of the values of searched custom fields. */
  readonly fields?: string | undefined;
}

/**
 * Tokens of a post's title, text and excerpt, as far as its type supports them. Pattern content is found through the
 * patterns' own tokens; blocks with bound attributes differ per post and count as its text. `known`: the prepared text.
 */
export function searchTokensOf(
  { type = articleType, title, excerpt = '', content = '', expanded, fields = '' }: SearchedPost,
  known?: PreparedText,
): SearchTokens {
  const has = supportOf(type);
  const named = { type, title: has('title') ? htmlToText(title) : '' };
  const described = has('excerpt') ? wordsOf(excerpt) : new Set<string>();
  const own = fields === '' ? described : joinWords([described, wordsOf(fields)]);
  if (!has('editor')) return tokensOf({ ...named, body: own });
  const { free, bound } = splitBound(expanded ?? content);
  if (type === patternType) return tokensOf({ ...named, body: own, patternBody: wordsOf(free) });
  const text = (known?.text === content ? known.words : undefined) ?? textWordsOf(content).words;
  const patterns =
    expanded === null ? [] : patternRefs(withoutFinders(withoutHidden(content))).slice(0, maxPatterns);
  return tokensOf({
    ...named,
    body: joinWords([own, text, wordsOf(bound), wordsOf(dataIn(expanded ?? ''))]),
    patterns,
  });
}

interface ChangedText extends Pick<SearchedPost, 'expanded'> {
  readonly type: string;
  readonly content: string;
  readonly before: string | null;
}

export function hasOtherWords({ type, content, before, expanded }: ChangedText): boolean {
  return (
    type === patternType || splitBound(before ?? content).bound !== splitBound(expanded ?? content).bound
  );
}
