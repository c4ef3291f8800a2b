/** What the headline over related posts is in the outline of an article whose own heading is the first level; its element says 3, as in the widget. */
export const headlineLevel = 2;

/** The level of their titles in the outline, which may leave none out; undefined: what their element (`h2` to `h6`) says. */
export function titleLevel({
  headline,
  heading,
}: {
  readonly headline: string;
  readonly heading: string;
}): number | undefined {
  const deepest = headline === '' ? headlineLevel : headlineLevel + 1;
  return Number(heading.slice(1)) > deepest ? deepest : undefined;
}
