import { htmlToText } from '../../lib/plain-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classes } from '../../ui/class-names.ts';
import { accentClass } from '../../ui/kicker.tsx';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { ArchiveTitleData } from './loader.server.ts';

export function View({ data }: ViewProps<Settings, ArchiveTitleData>) {
  if (data.title === '') return null;
  return (
    <div className={classes('archive-title', data.isAuthor && 'archive-title-author', data.id > 0 && !data.isAuthor && accentClass(data.id))}>
      {data.isAuthor && <Avatar name={data.title} id={data.id} src={data.portrait} size={88} />}
      <div className="archive-title-text">
        {data.label !== '' && <p className="archive-label">{data.label}</p>}
        <h1>{data.title}</h1>
        {data.pageNumber > 1 && <p className="archive-page">Page {data.pageNumber}</p>}
        {data.description !== '' && <p className="archive-description">{data.description}</p>}
        {data.subcategories.length > 0 && (
          <nav aria-label="Subcategories"><ul className="archive-subcategories">{data.subcategories.map((link) => <li key={link.id}><a href={link.url}>{htmlToText(link.name)}</a></li>)}</ul></nav>
        )}
      </div>
    </div>
  );
}
