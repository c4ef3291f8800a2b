/** Stand for what a shortcode left, until the paragraphs around them are put right. Content holds no control characters by then. */
export const blockStart = '\u0001';
export const blockEnd = '\u0002';
export const dropped = '\u0003';
/** The same, where the tag was that of a block: words that only it kept apart stay apart. */
export const droppedBlock = '\u0004';

/* eslint-disable no-control-regex -- our own marks */
/** Takes paragraphs away from around what is no text: a paragraph of shortcodes only is not one, and a dropped tag takes its line break along. */
export function mendParagraphs(html: string): string {
  return (
    html
      .replace(
        /<p(?:\s[^<>]*)?>((?:\s|<br\s*\/?>|[\u0003\u0004]|\u0001[^\u0001\u0002]*\u0002)*)<\/p>/g,
        (whole: string, inside: string) =>
          /[\u0001\u0003\u0004]/.test(inside)
            ? inside.replace(/(\u0001[^\u0001\u0002]*\u0002)|<br\s*\/?>|[\u0003\u0004]/g, '$1').trim()
            : whole,
      )
      .replace(/(<p(?:\s[^<>]*)?>|<br\s*\/?>\s*)[\u0003\u0004][\u0003\u0004\s]*<br\s*\/?>\s*/g, '$1')
      .replace(/(?<=[\p{L}\p{N}])\u0003*\u0004[\u0003\u0004]*(?=[\p{L}\p{N}])/gu, ' ')
      // `<[b]script>` was text, and stays text.
      .replace(/<(?=\/?[\u0001-\u0004])/g, '&lt;')
      .replace(/[\u0001-\u0004]/g, '')
  );
}
