import { isRecord } from '../../lib/is-record.ts';

interface Named {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Something that a block says and that is not shown: `part` is not here, `css` is its own and is not used. */
export interface LostPart {
  readonly kind: 'part' | 'css';
  /** `core/pattern acme/hero`, `core/group style.css` */
  readonly name: string;
}

const longestName = 100;

/** What a block names that only the exporter's theme had, and CSS that was written for it alone. */
export function lostParts({ name, attributes: { slug, style } }: Named): LostPart[] {
  const css = isRecord(style) ? style.css : undefined;
  return [
    ...(name === 'core/pattern' && isText(slug)
      ? [{ kind: 'part', name: `${name} ${slug.slice(0, longestName)}` } as const]
      : []),
    ...(isText(css) ? [{ kind: 'css', name: `${name} style.css` } as const] : []),
  ];
}

/** The template part that a block names, as WordPress does: `theme//header`, `header` of any theme; whether it is here, the site knows. Undefined: none. */
export function namedTemplatePart({ name, attributes: { slug, theme } }: Named): string | undefined {
  if (name !== 'core/template-part' || !isText(slug)) return undefined;
  return (isText(theme) ? `${theme}//${slug}` : slug).slice(0, longestName);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
