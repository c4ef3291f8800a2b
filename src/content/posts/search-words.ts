import type { SearchTokens } from '../../db/search-sql.ts';
import { contentToText } from '../../lib/plain-text.ts';
import { tokensOf } from '../search/tokens.ts';
import { indexedWords, joinWords } from '../search/words.ts';
import { articleType } from '../types/names.ts';
import { supportOf } from './reader.ts';

/** The words of the text of a post, for callers who make them before their transaction begins. They count for this text only. */
export interface TextWords {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

/** What the search index takes of a text. */
export function textWordsOf(text: string): TextWords {
  return { text, words: indexedWords(contentToText(text)) };
}

interface SearchedPost {
  readonly type?: string | undefined;
  readonly title: string;
  readonly excerpt?: string | undefined;
  /** With what its patterns hold. */
  readonly content?: string | undefined;
}

/** What the search index holds of a post: of title, text and excerpt what its type supports. `words`: of its text, where they are known. */
export function searchTokensOf({ type = articleType, title, excerpt = '', content = '' }: SearchedPost, words?: ReadonlySet<string>): SearchTokens {
  const has = supportOf(type);
  return tokensOf({
    type, title: has('title') ? title : '',
    body: joinWords(has('excerpt') ? indexedWords(excerpt) : [], has('editor') ? words ?? textWordsOf(content).words : []),
  });
}
