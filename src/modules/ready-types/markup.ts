/** Block markup of templates and samples. */

type Attributes = Readonly<Record<string, unknown>>;

const attributesOf = (attributes: Attributes): string =>
  Object.keys(attributes).length === 0 ? '' : `${JSON.stringify(attributes)} `;

export const block = (name: string, attributes: Attributes = {}): string =>
  `<!-- wp:broadsheet/${name} ${attributesOf(attributes)}/-->`;

export const around = (name: string, attributes: Attributes, blocks: readonly string[]): string =>
  [
    `<!-- wp:broadsheet/${name} ${attributesOf(attributes)}-->`,
    ...blocks,
    `<!-- /wp:broadsheet/${name} -->`,
  ].join('\n');

export const field = (name: string, attributes: Attributes = {}): string =>
  block('field', { name, ...attributes });

/** A field with its label before it, on one line. */
export const fact = (name: string): string => field(name, { label: 'inline' });

export const heading = (text: string): string =>
  `<!-- wp:heading -->\n<h2 class="wp-block-heading">${text}</h2>\n<!-- /wp:heading -->`;

export const paragraphs = (...texts: readonly string[]): string =>
  texts.map((text) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`).join('\n\n');

/** The page of an item: a headline, facts in two columns, the text and what follows it. */
export const itemPage = (facts: readonly string[], text: readonly string[]): string =>
  [
    around('column', { className: 'column-read column-alone' }, [
      block('breadcrumbs'),
      block('post-title'),
      block('post-meta'),
    ]),
    around('column', { className: 'column-read column-alone' }, [
      block('post-featured-image', { ratio: '3x2' }),
    ]),
    around('column', { className: 'column-read column-alone' }, [
      around('row', {}, facts),
      ...text,
      block('share'),
      block('post-tags'),
      block('post-author-box'),
      block('post-neighbours'),
      block('post-comments'),
    ]),
  ].join('\n');

export const half = (...blocks: readonly string[]): string =>
  around('column', { desktop: 6, tablet: 6, gap: 8 }, blocks);

/** `above`: blocks between the title and the list. */
export const archivePage = (style: string, more: Attributes = {}, above: readonly string[] = []): string =>
  [block('archive-title'), ...above, block('archive-loop', { style, ...more })].join('\n');
