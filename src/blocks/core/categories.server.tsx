import { sectionTaxonomy } from '../../modules/types/names.ts';
import { taxonomyNamed } from '../../modules/types/registry.ts';
import { useActing } from '../../reader/islands/acting.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { labelProfile } from '../../lib/clean-html/profiles.ts';
import { fillIn } from '../../lib/messages.ts';
import { classes } from '../../ui/class-names.ts';
import { useLanguage, useWords } from '../../ui/language.ts';
import type { ViewWords } from '../../ui/language.ts';
import type { LoadContext } from '../load-context.ts';
import { flag, string } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import type { CoreSettings } from './core-block.ts';
import { Dropdown } from './dropdown.tsx';
import { countBelow, findShownTerms } from './shown-terms.server.ts';
import type { ShownTerm } from './shown-terms.server.ts';

const attributes = {
  taxonomy: string(sectionTaxonomy, 32),
  displayAsDropdown: flag(false),
  showHierarchy: flag(false),
  showPostCounts: flag(false),
  showOnlyTopLevel: flag(false),
  showEmpty: flag(false),
  label: string('', 500),
  showLabel: flag(true),
};
type Settings = CoreSettings<typeof attributes>;

interface Branch extends ShownTerm {
  /** Number of displayed ancestors. */
  readonly level: number;
  readonly children: readonly Branch[];
}

interface Data {
  readonly branches: readonly Branch[];
  /** The editors' own label, cleaned; may be empty. */
  readonly labelHtml: string;
  /** The page's term, then its ancestors. */
  readonly current?: readonly number[];
}

const deepest = 50;

export const block = defineCoreBlock({
  name: 'core/categories',
  attributes,
  load: async (settings, context): Promise<Data | undefined> => {
    const data = await context.cache(`core/categories ${JSON.stringify(settings)}`, (inner) =>
      loadTerms(settings, inner),
    );
    // For an unknown taxonomy WordPress shows nothing, not even that it is empty.
    if (data.branches.length === 0 && !taxonomyNamed(settings.taxonomy).isRegistered) return undefined;
    const { term } = context.page;
    if (term?.taxonomy !== settings.taxonomy) return data;
    const above = await context.content.terms.withAncestors([term.id]);
    const current: number[] = [];
    for (
      let at: number | undefined = term.id;
      at !== undefined && at > 0 && !current.includes(at);
      at = above.get(at)?.parentId
    )
      current.push(at);
    return { ...data, current };
  },
  View: ({ settings, data, blockId }) => {
    const { taxonomy, displayAsDropdown } = settings;
    const words = useWords();
    const acting = useActing();
    const language = useLanguage();
    const kind = displayAsDropdown ? 'dropdown' : 'list';
    const wrapper = wrapperProps(
      'core/categories',
      settings,
      `wp-block-categories-${kind}`,
      `wp-block-categories-taxonomy-${taxonomy.replace(/[^\w-]/g, '')}`,
    );
    const texts = textsOf(taxonomy, words);
    const { slugParameter } = taxonomyNamed(taxonomy);
    if (!displayAsDropdown) {
      return (
        <ul {...wrapper}>
          {data.branches.length === 0 ? (
            <li className="cat-item-none">{texts.none}</li>
          ) : (
            <Items branches={data.branches} settings={settings} data={data} />
          )}
        </ul>
      );
    }
    const fixed: Readonly<Record<string, string>> = slugParameter ? {} : { taxonomy };
    const selected = flat(data.branches).find(({ id }) => id === data.current?.[0])?.slug ?? '';
    return (
      <div {...wrapper}>
        <Dropdown
          id={`wp-block-categories-${blockId}`}
          labelClass={classes(
            'wp-block-categories__label',
            !settings.showLabel && 'screen-reader-text visually-hidden',
          )}
          {...(data.labelHtml === '' ? { label: texts.plural } : { labelHtml: data.labelHtml })}
          name={slugParameter ?? 'term'}
          fixed={fixed}
          go={words.go}
          acting={acting}
          selected={selected}
          first={texts.select}
          selectClass="postform"
          options={flat(data.branches).map(({ id, slug, name, count, level }) => ({
            key: id,
            value: slug,
            text: `${'\u00a0'.repeat(level * 3)}${name}${settings.showPostCounts ? `\u00a0\u00a0(${language.number(count)})` : ''}`,
            className: `level-${level}`,
          }))}
        />
      </div>
    );
  },
});

async function loadTerms(settings: Settings, context: LoadContext): Promise<Data> {
  const { taxonomy, showHierarchy, showEmpty, showOnlyTopLevel } = settings;
  const found = await findShownTerms(
    {
      taxonomy,
      hideEmpty: !showEmpty && !showHierarchy,
      ...(showOnlyTopLevel && { parentId: 0 }),
    },
    context,
  );
  const label = cleanHtml(settings.label, labelProfile);
  if (!showHierarchy)
    return { branches: found.map((term) => ({ ...term, level: 0, children: [] })), labelHtml: label };
  const counts = await countBelow(found, taxonomy, context);
  const shown = found
    .map((term) => ({ ...term, count: counts.get(term.id) ?? 0 }))
    .filter(({ count }) => showEmpty || count > 0);
  return { branches: treeOf(shown), labelHtml: label };
}

/** Builds the tree. Terms whose parent is not shown are at the top; so is one of a cycle. */
function treeOf(terms: readonly ShownTerm[]): Branch[] {
  const ids = new Set(terms.map(({ id }) => id));
  const below = Map.groupBy(terms, ({ parentId }) => (ids.has(parentId) ? parentId : 0));
  const branch = (term: ShownTerm, level: number): Branch => ({
    ...term,
    level,
    children: level >= deepest ? [] : (below.get(term.id) ?? []).map((child) => branch(child, level + 1)),
  });
  return (below.get(0) ?? []).map((term) => branch(term, 0));
}

const flat = (branches: readonly Branch[]): Branch[] =>
  branches.flatMap((branch) => [branch, ...flat(branch.children)]);

function Items({
  branches,
  settings,
  data,
}: {
  readonly branches: readonly Branch[];
  readonly settings: Settings;
  readonly data: Data;
}) {
  const [current, ...above] = data.current ?? [];
  const language = useLanguage();
  return branches.map(({ id, name, url, count, children }) => (
    <li
      key={id}
      className={classes(
        'cat-item',
        `cat-item-${id}`,
        id === current && 'current-cat',
        id === above[0] && 'current-cat-parent',
        above.includes(id) && 'current-cat-ancestor',
      )}
    >
      <a href={url} aria-current={id === current ? 'page' : undefined}>
        {name}
      </a>
      {settings.showPostCounts && ` (${language.number(count)})`}
      {children.length > 0 && (
        <ul className="children">
          <Items branches={children} settings={settings} data={data} />
        </ul>
      )}
    </li>
  ));
}

function textsOf(
  taxonomy: string,
  words: ViewWords,
): { readonly plural: string; readonly select: string; readonly none: string } {
  const { words: own, labels } = taxonomyNamed(taxonomy);
  if (own) return { plural: words[own.plural], select: words[own.select], none: words[own.none] };
  return {
    plural: labels.plural,
    select: fillIn(words.terms_select, labels.singular),
    none: words.terms_none,
  };
}
