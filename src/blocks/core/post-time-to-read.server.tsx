import { fillIn } from '../../lib/messages.ts';
import { contentToText, countLetters, countsLetters, countWords } from '../../lib/content-text.ts';
import { useLanguage, saysItself, useWords } from '../../ui/language.ts';
import { flag, whole, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentItem } from './block-context.server.ts';

export const block = defineCoreBlock({
  name: 'core/post-time-to-read',
  attributes: {
    displayAsRange: flag(true),
    displayMode: word(['time', 'words']),
    averageReadingSpeed: whole(189, { min: 1, max: 10_000 }),
  },
  load: async (_settings, context) => {
    const item = await currentItem(context);
    if (!item) return undefined;
    if (item.post?.isProtected && !context.viewer.unlocked.has(item.id)) return undefined;
    const post = item.post ?? (await context.posts([item.id]))[0];
    if (!post) return undefined;
    const { site_language: language } = await context.content.settings.current();
    const byLetters = countsLetters(language);
    const text = contentToText(post.content);
    return { count: byLetters ? countLetters(text) : countWords(text), byLetters };
  },
  View: ({ settings, data: { count, byLetters } }) => {
    const words = useWords();
    const language = useLanguage();
    const { displayMode, displayAsRange, averageReadingSpeed: speed } = settings;
    const minutes = (share: number) => Math.max(1, Math.round((count / speed) * share));
    const [least, most] = [minutes(0.8), Math.max(minutes(1.2), minutes(0.8) + 1)];
    const exact = minutes(1);
    const text =
      displayMode === 'words'
        ? language.counted(byLetters ? words.core_letters : words.core_words, count)
        : displayAsRange
          ? saysItself('core_minutes_range', words, language)
            ? language.minutes(least, most)
            : fillIn(words.core_minutes_range, least, most)
          : saysItself('core_minutes', words, language)
            ? language.minutes(exact)
            : language.counted(words.core_minutes, exact);
    return <div {...wrapperProps('core/post-time-to-read', settings)}>{text}</div>;
  },
});
