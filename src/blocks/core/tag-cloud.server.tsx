import { tagTaxonomy } from '../../modules/types/names.ts';
import { languageOf } from '../../lib/language.ts';
import { useLanguage, useWords } from '../../ui/language.ts';
import { flag, string, whole } from './attributes.ts';
import { cssValue, wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { findShownTerms } from './shown-terms.server.ts';

const sizePattern = /^(\d{0,6}\.?\d{1,6})([a-z%]{1,10})?$/i;

export const block = defineCoreBlock({
  name: 'core/tag-cloud',
  attributes: {
    numberOfTags: whole(45, { min: 1, max: 100 }),
    taxonomy: string(tagTaxonomy, 32),
    showTagCounts: flag(false),
    smallestFontSize: string('8pt', 20),
    largestFontSize: string('22pt', 20),
  },
  load: async ({ numberOfTags: limit, taxonomy }, context) => {
    const terms = await findShownTerms(
      { taxonomy, hideEmpty: true, order: 'count', descending: true, limit },
      context,
    );
    const { compare } = languageOf((await context.content.settings.current()).site_language);
    return terms.length === 0 ? undefined : { terms: terms.toSorted((a, b) => compare(a.name, b.name)) };
  },
  View: ({ settings, data: { terms } }) => {
    const words = useWords();
    const language = useLanguage();
    const { showTagCounts } = settings;
    const [, smallest = '8', unit = 'pt'] = sizePattern.exec(settings.smallestFontSize) ?? [];
    const [, largest = '22'] = sizePattern.exec(settings.largestFontSize) ?? [];
    // Logarithmic weights, as in WordPress.
    const weights = terms.map(({ count }) => Math.round(Math.log10(count + 1) * 100));
    const least = Math.min(...weights);
    const spread = Number(largest) - Number(smallest);
    const step = Math.max(spread, spread === 0 ? 0 : 1) / Math.max(Math.max(...weights) - least, 1);
    return (
      <p {...wrapperProps('core/tag-cloud', settings)}>
        {terms.map(({ id, name, url, count }, index) => {
          const size =
            Math.round((Number(smallest) + ((weights[index] ?? least) - least) * step) * 1000) / 1000;
          const items = language.counted(words.item_count, count);
          return [
            index > 0 && '\n',
            <a
              key={id}
              href={url}
              className={`tag-cloud-link tag-link-${id} tag-link-position-${index + 1}`}
              style={{ fontSize: cssValue(`${size}${unit}`) }}
              {...((showTagCounts || spread !== 0) && { 'aria-label': `${name} (${items})` })}
            >
              {name}
              {showTagCounts && <span className="tag-link-count">{` (${language.number(count)})`}</span>}
            </a>,
          ];
        })}
      </p>
    );
  },
});
