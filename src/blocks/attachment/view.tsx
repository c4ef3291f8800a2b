import { fileNameIn, MediaPlayer } from '../../ui/media-player.tsx';
import { Picture } from '../../ui/picture.tsx';
import { fillIn } from '../../lib/messages.ts';
import { useWords } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { AttachmentData, NeighbourPicture } from './loader.server.ts';

export function View({ data }: ViewProps<unknown, AttachmentData>) {
  const words = useWords();
  const { picture, file, poster, caption, parent, sizes } = data;
  return (
    <div className="attachment">
      {picture && (
        <figure>
          <Picture
            picture={picture}
            ratio="natural"
            sizes="(min-width: 2240px) 1920px, (min-width: 1680px) 1560px, (min-width: 1304px) 1240px, 100vw"
            eager
          />
          {caption !== '' && <figcaption>{caption}</figcaption>}
        </figure>
      )}
      {file && <File url={file.url} mimeType={file.mimeType} poster={poster} />}
      <dl className="attachment-facts">
        {parent && (
          <div>
            <dt>{words.attachment_from}</dt>
            <dd>
              <a href={parent.url}>{parent.title || parent.url}</a>
            </dd>
          </div>
        )}
        {sizes.length > 0 && (
          <div>
            <dt>{words.attachment_sizes}</dt>
            {sizes.map(({ url, width, height }) => (
              <dd key={url}>
                <a href={url} dir="ltr">{`${width} × ${height}`}</a>
              </dd>
            ))}
          </div>
        )}
      </dl>
      {(data.previous || data.next) && (
        <nav className="attachment-neighbours" aria-label={words.attachment_neighbours}>
          {data.previous && <Neighbour to={data.previous} rel="prev" label={data.labels.previous} />}
          {data.next && <Neighbour to={data.next} rel="next" label={data.labels.next} />}
        </nav>
      )}
    </div>
  );
}

function File({
  url,
  mimeType,
  poster,
}: {
  readonly url: string;
  readonly mimeType: string;
  readonly poster: string;
}) {
  const words = useWords();
  return (
    <div className="attachment-file">
      <MediaPlayer url={url} mimeType={mimeType} poster={poster} />
      <p>
        <a className="button" href={url} download="">
          {fillIn(words.attachment_download, fileNameIn(url))}
        </a>
      </p>
    </div>
  );
}

function Neighbour({
  to,
  rel,
  label,
}: {
  readonly to: NeighbourPicture;
  readonly rel: 'prev' | 'next';
  readonly label: string;
}) {
  return (
    <a className={`attachment-${rel}`} href={to.url} rel={rel}>
      <Picture picture={to.picture} ratio="3x2" sizes="160px" alt="" />
      <span>{label}</span>
    </a>
  );
}
