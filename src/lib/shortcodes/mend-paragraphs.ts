/** Placeholders for removed shortcodes until the paragraphs around them are repaired. The content has no other control characters. */
export const blockStart = '\u0001';
export const blockEnd = '\u0002';
export const dropped = '\u0003';
/** The same for a block-level tag: it keeps the words around it apart. */
export const droppedBlock = '\u0004';

/* eslint-disable no-control-regex -- our own marks */
/** Removes the paragraph around shortcodes without text, and the line break after a dropped tag. */
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
