import { fillIn } from '../../lib/messages.ts';
import type { Language } from '../../lib/language.ts';
import { useLanguage, useWords } from '../../ui/language.ts';
import type { ViewWords } from '../../ui/language.ts';
import { flag, whole } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentItem } from './block-context.server.ts';
import { currentDiscussion } from './discussion.tsx';

const attributes = {
  showPostTitle: flag(true),
  showCommentsCount: flag(true),
  level: whole(2, { min: 1, max: 6 }),
};

interface Data {
  readonly total: number;
  readonly title: string;
  readonly isFirst: boolean;
}

export const block = defineCoreBlock({
  name: 'core/comments-title',
  attributes,
  load: async (_settings, context): Promise<Data | undefined> => {
    const [discussion, item] = await Promise.all([currentDiscussion(context), currentItem(context)]);
    return discussion && item && discussion.total > 0
      ? { total: discussion.total, title: item.title, isFirst: context.claim('comments') }
      : undefined;
  },
  View: ({ settings, data }) => {
    const words = useWords();
    const { id = data.isFirst ? 'comments' : undefined, ...wrapper } = wrapperProps(
      'core/comments-title',
      settings,
    );
    const Heading = `h${settings.level}` as 'h2';
    return (
      <Heading id={id} {...wrapper}>
        {titleOf(data, settings, words, useLanguage())}
      </Heading>
    );
  },
});

function titleOf(
  { total, title }: Data,
  shown: { readonly showPostTitle: boolean; readonly showCommentsCount: boolean },
  words: ViewWords,
  { counted }: Language,
): string {
  if (shown.showCommentsCount) {
    return shown.showPostTitle
      ? counted(words.core_comments_count_to, total, title)
      : counted(words.core_comments_count, total);
  }
  const isOne = total === 1;
  if (!shown.showPostTitle) return isOne ? words.core_comments_single : words.core_comments;
  return fillIn(isOne ? words.core_comments_single_of : words.core_comments_of, title);
}
