import type { CategoryColour } from '../modules/terms/model.ts';
import type { CSSProperties } from 'react';
import type { CategoryLink } from '../modules/posts/model.ts';

/** Class that sets `--accent` to one of the eight colours (theme/tokens.css); accepts any whole number from 0. */
export function accentClass(accent: number): string {
  return `accent-${accent % 8}`;
}

interface AccentStyle extends CSSProperties {
  readonly '--accent': string;
}

/** Class for a category's colour, and a style if the category has its own. */
export function accentOf({ accent, own }: CategoryColour): {
  readonly className: string;
  readonly style?: AccentStyle;
} {
  return { className: accentClass(accent), ...(own === undefined ? {} : { style: { '--accent': own } }) };
}

export function Kicker({ category }: { readonly category: CategoryLink }) {
  const { className, style } = accentOf(category);
  return (
    <a className={`kicker ${className}`} style={style} href={category.url}>
      {category.name}
    </a>
  );
}

interface SectionTitleProps {
  /** Empty: the section's name. */
  readonly title: string;
  readonly color?: string;
  readonly section?: CategoryLink | undefined;
}

/** A section's heading below its rule; nothing without a title or section. */
export function SectionTitle({ title, color = '', section }: SectionTitleProps) {
  const name = title || section?.name;
  if (!name) return null;
  const style = color === '' ? undefined : { color, borderColor: color };
  if (!section)
    return (
      <h2 className="section-title" style={style}>
        {name}
      </h2>
    );
  const { className, style: accent } = accentOf(section);
  return (
    <h2
      className={`section-title section-link ${className}`}
      style={accent ? { ...accent, ...style } : style}
    >
      <a href={section.url}>{name}</a>
    </h2>
  );
}
