import { Button, SelectControl } from '@wordpress/components';
import { useQuery } from '@tanstack/react-query';
import { pairTitles } from '../../../lib/look/looks.ts';
import { usedTerms } from '../../app/choices.ts';
import { say } from '../../words.ts';
import { changeAndFocus } from '../settings/change-and-focus.ts';
import { ColourField, ContrastNote } from './colour-field.tsx';
import { LookPartField, PartChange } from './look-part-field.tsx';
import type { LookEditing, LookPart } from './look-part-field.tsx';
import type { Scheme } from './look-values.ts';
import { OwnFontsField } from './own-fonts-field.tsx';

const bands = { '': say('None'), accent: say('Accent color'), ink: say('Text color') };

const fonts: readonly LookPart[] = [
  { kind: 'choice', path: 'fonts', label: say('Font pair'), options: pairTitles },
  { kind: 'range', path: 'headlines.weight', label: say('Headline weight'), min: 400, max: 900, step: 10 },
  { kind: 'range', path: 'headlines.size', label: say('Headline size'), min: 0.8, max: 1.75, step: 0.01 },
  {
    kind: 'range',
    path: 'headlines.tracking',
    label: say('Headline letter spacing'),
    min: -0.05,
    max: 0.1,
    step: 0.001,
  },
  { kind: 'flag', path: 'headlines.capitals', label: say('Headlines in capitals') },
  { kind: 'range', path: 'scale', label: say('Text size'), min: 0.9, max: 1.15, step: 0.01 },
];

/** Parts by panel; panels with more than a list of parts have a component below. */
export const panelParts: Readonly<Record<string, readonly LookPart[]>> = {
  header: [
    {
      kind: 'choice',
      path: 'header.layout',
      label: say('Header layout'),
      options: {
        centred: say('Centered'),
        left: say('Name on the left'),
        compact: say('Compact bar'),
        big: say('Name as wide as the page'),
      },
    },
    { kind: 'choice', path: 'header.band', label: say('Background of the site title'), options: bands },
    { kind: 'choice', path: 'header.menu', label: say('Background of the menu'), options: bands },
  ],
  footer: [
    {
      kind: 'choice',
      path: 'footer.layout',
      label: say('Footer layout'),
      options: {
        columns: say('Columns'),
        centred: say('Centered'),
        line: say('One line'),
        big: say('Name as wide as the page'),
      },
    },
    { kind: 'choice', path: 'footer.band', label: say('Background of the footer'), options: bands },
  ],
  lists: [
    {
      kind: 'choice',
      path: 'titles',
      label: say('Section titles'),
      options: {
        rule: say('Under a line'),
        bar: say('Bar'),
        box: say('Box'),
        centred: say('Centered'),
        large: say('Large'),
      },
    },
    {
      kind: 'choice',
      path: 'kickers',
      label: say('Category labels'),
      options: {
        plain: say('Plain'),
        capitals: say('Capitals'),
        box: say('Box'),
        italic: say('Italic'),
        mono: say('Monospaced'),
      },
    },
    {
      kind: 'choice',
      path: 'cards',
      label: say('Cards'),
      options: { plain: say('Plain'), filled: say('Filled'), framed: say('Framed') },
    },
    {
      kind: 'choice',
      path: 'lists',
      label: say('Separators in lists'),
      options: { lines: say('Lines'), dotted: say('Dotted lines'), bare: say('None') },
    },
  ],
  lines: [
    { kind: 'range', path: 'lines.width', label: say('Width of strong lines'), min: 0, max: 8, step: 1 },
    {
      kind: 'choice',
      path: 'lines.kind',
      label: say('Line style'),
      options: { solid: say('Solid'), double: say('Double'), dotted: say('Dotted') },
    },
    { kind: 'flag', path: 'lines.accent', label: say('Strong lines in the accent color') },
    { kind: 'range', path: 'corners', label: say('Corner radius in pixels'), min: 0, max: 24, step: 1 },
  ],
  spacing: [
    {
      kind: 'choice',
      path: 'spacing',
      label: say('Space between columns and sections'),
      options: { close: say('Close'), normal: say('Normal'), airy: say('Airy') },
    },
  ],
};

export function PartList({
  parts,
  editing,
}: {
  readonly parts: readonly LookPart[];
  readonly editing: LookEditing;
}) {
  return parts.map((part) => <LookPartField key={part.path} part={part} editing={editing} />);
}

export function ColoursPanel({ editing }: { readonly editing: LookEditing }) {
  const { whole } = editing;
  return (
    <>
      <LookPartField
        part={{ kind: 'colour', path: 'colours.accent', label: say('Accent') }}
        editing={editing}
      >
        <ContrastNote look={whole} scheme="light" role="accent" />
        <ContrastNote look={whole} scheme="dark" role="accent" />
      </LookPartField>
      <SchemeColours scheme="light" title={say('Light scheme')} editing={editing} />
      <SchemeColours scheme="dark" title={say('Dark scheme')} editing={editing} />
      <CategoryColours editing={editing} />
    </>
  );
}

function SchemeColours({
  scheme,
  title,
  editing,
}: {
  readonly scheme: Scheme;
  readonly title: string;
  readonly editing: LookEditing;
}) {
  const colour = (name: string, label: string): LookPart => ({
    kind: 'colour',
    path: `colours.${scheme}.${name}`,
    label,
  });
  return (
    <fieldset className="look-group">
      <legend>{title}</legend>
      <LookPartField part={colour('paper', say('Background'))} editing={editing} />
      <LookPartField part={colour('surface', say('Second background'))} editing={editing} />
      <LookPartField part={colour('ink', say('Text'))} editing={editing}>
        <ContrastNote look={editing.whole} scheme={scheme} role="ink" />
      </LookPartField>
      <LookPartField part={colour('accent', say('Accent in this scheme'))} editing={editing} />
    </fieldset>
  );
}

const maxColours = 8;
const categoryKinds = {
  hues: say('Eight different hues'),
  accent: say('Accent color'),
  own: say('Your own list'),
};

function CategoryColours({ editing }: { readonly editing: LookEditing }) {
  const {
    whole: { colours },
    onPart,
  } = editing;
  const { data: categories = [] } = useQuery(usedTerms('categories'));
  const list = typeof colours.categories === 'string' ? [] : colours.categories;
  const path = 'colours.categories';
  const single = Object.entries(colours.category);
  const nameOf = (slug: string) => categories.find((one) => one.slug === slug)?.name ?? slug;
  const setSingle = (slug: string, hex: string | undefined) =>
    onPart('colours.category', {
      ...Object.fromEntries(single.filter(([name]) => name !== slug)),
      ...(hex === undefined ? {} : { [slug]: hex }),
    });
  return (
    <fieldset className="look-group">
      <legend>{say('Categories')}</legend>
      <div className="setting" data-part={path}>
        <SelectControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={say('Category colors')}
          value={list.length > 0 ? 'own' : String(colours.categories)}
          options={Object.entries(categoryKinds).map(([value, label]) => ({ value, label }))}
          onChange={(kind) => onPart(path, kind === 'own' ? [colours.accent] : kind)}
        />
        {list.map((hex, index) => (
          // The order is the identity: categories get the colours in turn.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="colour-row">
            <ColourField
              label={say('Color %d', index + 1)}
              value={hex}
              onChange={(next) => onPart(path, list.with(index, next))}
            />
            {list.length > 1 && (
              <Button
                variant="link"
                aria-label={say('Remove %s', say('Color %d', index + 1))}
                onClick={changeAndFocus(() => onPart(path, list.toSpliced(index, 1)))}
              >
                {say('Remove')}
              </Button>
            )}
          </div>
        ))}
        {list.length > 0 && list.length < maxColours && (
          <Button
            className="look-add"
            variant="secondary"
            size="compact"
            onClick={() => onPart(path, [...list, colours.accent])}
          >
            {say('Add color')}
          </Button>
        )}
        <PartChange path={path} label={say('Category colors')} text="" editing={editing} />
      </div>
      <div className="setting" data-part="colours.category">
        {single.map(([slug, hex]) => (
          <div key={slug} className="colour-row">
            <ColourField label={nameOf(slug)} value={hex} onChange={(next) => setSingle(slug, next)} />
            <Button
              variant="link"
              aria-label={say('Remove %s', nameOf(slug))}
              onClick={changeAndFocus(() => setSingle(slug, undefined))}
            >
              {say('Remove')}
            </Button>
          </div>
        ))}
        <SelectControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={say('Give one category its own color')}
          value=""
          options={[
            { value: '', label: say('Select a category') },
            ...categories
              .filter(({ slug }) => !Object.hasOwn(colours.category, slug))
              .map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          onChange={(slug) => slug !== '' && setSingle(slug, colours.accent)}
        />
      </div>
    </fieldset>
  );
}

export function FontsPanel({ editing }: { readonly editing: LookEditing }) {
  return (
    <>
      <PartList parts={fonts} editing={editing} />
      <OwnFontsField part="headlines" label={say('Custom fonts for headlines')} editing={editing} />
      <OwnFontsField part="text" label={say('Custom fonts for text')} editing={editing} />
    </>
  );
}

/** Parts of the fonts panel, for its count of changes. */
export const fontPaths = [...fonts.map(({ path }) => path), 'ownFonts'];
