import { Avatar, ProfileLinks } from '../../ui/byline.tsx';
import { classes } from '../../ui/class-names.ts';
import { useLanguage, useWords, useTextDirection } from '../../ui/language.ts';
import { accentOf } from '../../ui/kicker.tsx';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { ArchiveTitleData } from './loader.server.ts';
import { trimEndOf } from '../../lib/cut-text.ts';

export function View({ data }: ViewProps<Settings, ArchiveTitleData>) {
  const words = useWords();
  const language = useLanguage();
  const directionOf = useTextDirection();
  const { author, parent } = data;
  const colour = data.colour && accentOf(data.colour);
  return (
    <div
      className={classes(
        'archive-title',
        (author ?? data.leaf) && 'archive-title-author',
        colour && `archive-title-category ${colour.className}`,
      )}
      style={colour?.style}
    >
      {author && <Avatar name={data.title} id={author.id} src={author.portrait} size={112} />}
      {data.leaf && (
        <p className="archive-leaf" aria-hidden="true">
          <span>{data.leaf.above}</span>
          {data.leaf.large}
        </p>
      )}
      <div className="archive-title-text">
        {parent ? (
          <p className="archive-label">
            <a href={parent.url}>{parent.name}</a>
          </p>
        ) : (
          data.label !== '' && <p className="archive-label">{data.label}</p>
        )}
        <h1 dir={directionOf(data.title)}>{data.title}</h1>
        {data.pageNumber > 1 && (
          <p className="archive-page">{`${words.pager_page} ${language.number(data.pageNumber)}`}</p>
        )}
        {data.description !== '' && (
          <p className="archive-description" dir={directionOf(data.description)}>
            {data.description}
          </p>
        )}
        {author && author.url !== '' && (
          <p className="archive-site">
            <a href={author.url} rel="me noopener">
              {trimEndOf(author.url.replace(/^https?:\/\/(?:www\.)?/, ''), '/')}
            </a>
          </p>
        )}
        {author && <ProfileLinks links={author.links} rel="me" />}
        {data.subcategories.length > 0 && (
          <nav aria-label={words.subcategories}>
            <ul className="archive-subcategories">
              {data.subcategories.map((link) => (
                <li key={link.id}>
                  <a href={link.url}>{link.name}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </div>
  );
}
