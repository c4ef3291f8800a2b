import type { CategoryColour } from '../modules/terms/model.ts';
import type { CSSProperties } from 'react';
import type { CategoryLink } from '../modules/posts/model.ts';

/** Class that sets `--accent` to one of the eight colours (theme/tokens.css); any whole number from 0 names one. */
export function accentClass(accent: number): string {
  return `accent-${accent % 8}`;
}

/** What a custom property is to React: a style like others. */
interface AccentStyle extends CSSProperties {
  readonly '--accent': string;
}

/** What gives an element the colour of a category: a class, and a style where it has a colour of its own. */
export function accentOf({ accent, own }: CategoryColour): {
  readonly className: string;
  readonly style?: AccentStyle;
} {
  return { className: accentClass(accent), ...(own === undefined ? {} : { style: { '--accent': own } }) };
}

/** The category above a headline, in its colour. */
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
  /** Tints rule and title. */
  readonly color?: string;
  /** The category that the section is about: its title leads there. */
  readonly section?: CategoryLink | undefined;
}

/** The title that opens a section, under its ink rule; nothing when there is neither a title nor a section to name. */
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
