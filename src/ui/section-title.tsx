import type { CategoryLink } from '../modules/posts/card.ts';
import { accentOf } from './kicker.tsx';

export interface SectionTitleProps {
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
