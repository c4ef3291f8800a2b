import { textDirection } from '../lib/text-direction.ts';
import { useLanguage } from './dates.ts';

/** What `dir` says of lines of text on the site that views are rendered for (`lib/text-direction.ts`). */
export function useTextDirection(): (text: string) => 'ltr' | undefined {
  const { isRightToLeft } = useLanguage();
  return (text) => textDirection(text, isRightToLeft);
}
