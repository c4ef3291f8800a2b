import { FocalPoint } from '../../app/focal-point.tsx';
import type { Focus } from '../../app/focal-point.tsx';
import { Thumb, titleOf } from './media-items.tsx';
import { posterOf } from './media-list.ts';
import type { MediaRow } from './media-list.ts';

/** Width in pixels that is enough for the window's half. */
const enough = 1000;

/** The smallest size that keeps the picture's shape and is large enough; the file itself where there is none. */
function shownOf({
  source_url: whole,
  media_details: { width = 0, height = 0, sizes = {} },
}: MediaRow): string {
  const fitting = Object.values(sizes).filter(
    (size) =>
      size.width >= enough && Math.abs(size.width * height - size.height * width) <= Math.max(width, height),
  );
  return fitting.toSorted((a, b) => a.width - b.width)[0]?.source_url ?? whole;
}

/** The file itself. On a picture that may be changed a point can be set, with the mouse or with arrow keys. */
export function MediaPreview({
  row,
  focus,
  onFocus,
}: {
  readonly row: MediaRow;
  readonly focus?: Focus;
  readonly onFocus?: (focus: Focus) => Promise<unknown>;
}) {
  const [kind] = row.mime_type.split('/', 1);
  if (row.source_url === '')
    return (
      <div className="media-preview">
        <p className="empty">The file never came here.</p>
      </div>
    );
  if (kind === 'video') {
    const poster = posterOf(row, 'medium_large', 'large');
    return (
      <div className="media-preview">
        <video key={poster} src={row.source_url} poster={poster} controls preload="metadata" />
      </div>
    );
  }
  if (kind === 'audio')
    return (
      <div className="media-preview">
        <audio src={row.source_url} controls preload="metadata" />
      </div>
    );
  if (kind !== 'image')
    return (
      <div className="media-preview">
        <Thumb row={row} />
      </div>
    );
  // Dragged, it would be dropped as another file.
  const picture = <img src={shownOf(row)} alt={row.alt_text || titleOf(row)} draggable={false} />;
  if (!focus || !onFocus) return <div className="media-preview">{picture}</div>;
  return (
    <div className="media-preview">
      <FocalPoint focus={focus} onFocus={onFocus}>
        {picture}
      </FocalPoint>
    </div>
  );
}
