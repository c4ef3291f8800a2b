import { Card } from '../../ui/card.tsx';
import { picturesOf, sizesInColumns } from '../../ui/picture.tsx';
import { SectionTitle } from '../../ui/kicker.tsx';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { SectionsData } from './loader.server.ts';

export function View({ data: { sections }, blockId }: ViewProps<Settings, SectionsData>) {
  // Either all columns open with a picture, or none does.
  const pictures = picturesOf(sections.flatMap(({ cards: [first] }) => first ?? []));
  const columns = sections.length;
  const sizes =
    columns > 1
      ? sizesInColumns(columns, `(min-width: 768px) ${columns === 3 ? '33vw' : '50vw'}, 100vw`)
      : undefined;
  const longest = Math.max(...sections.map(({ cards }) => cards.length));
  return (
    <div className={`sections sections-${sections.length}`} id={blockId}>
      {sections.map(({ section, cards }) => (
        <section key={section.id} aria-label={section.name}>
          <SectionTitle title="" section={section} />
          <ul>
            {cards.map((card, index) => (
              <li key={card.id}>
                <Card
                  card={card}
                  shape={index === 0 ? 'grid' : 'text'}
                  pictures={pictures}
                  kicker={false}
                  byline={index === 0}
                  {...(sizes && { sizes })}
                  excerpt={index === 0 && (pictures === 'none' || cards.length < longest)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
