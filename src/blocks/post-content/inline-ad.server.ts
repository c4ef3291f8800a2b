import { outermostParts } from '../document/outermost.ts';

/** The text with the ad behind its n-th paragraph, counted from 1: of those that stand in no other element, and only where the text goes on. */
export function withInlineAd(html: string, n: number, ad: string): string {
  const parts = outermostParts([html]).filter(({ name }) => name !== '#comment');
  const paragraphs = parts.filter(
    ({ name, inside, end }) =>
      name === 'p' &&
      html
        .slice(inside, end)
        .replace(/<[^<>]*>/g, '')
        .trim() !== '',
  );
  const chosen = paragraphs[n - 1];
  return chosen && chosen !== parts.at(-1) ? html.slice(0, chosen.end) + ad + html.slice(chosen.end) : html;
}
