import { Button } from '@wordpress/components';
import { Suspense, useRef, useState } from 'react';
import { FocalPoint } from '../../app/focal-point.tsx';
import type { Focus } from '../../app/focal-point.tsx';
import { Thumb, titleOf } from './media-items.tsx';
import { posterOf } from './media-list.ts';
import type { MediaRow } from './media-list.ts';
import { latePart } from '../../app/late.tsx';
import { Problem } from '../../app/problem.tsx';
import type { EditedFile } from '../../app/rest-types.ts';
import { rest, RestError } from '../../app/rest.ts';
import { say } from '../../words.ts';

/** Sufficient width in pixels for half the window. */
const enough = 1000;

/** The smallest sufficient size with the original aspect ratio, or the file itself. */
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

/** The file itself. On editable pictures a focal point can be set with mouse or arrow keys. */
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
        <p className="empty">{say('The file is missing on the server.')}</p>
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
  // A dragged picture would be dropped as another file.
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

const MediaPicker = latePart(async () => (await import('../../editor/media-picker.tsx')).MediaPicker);

const quality = 0.9;

/** Captures the current frame of a video as a JPEG. Throws if the browser can't play it. */
async function frameOf(film: HTMLVideoElement): Promise<Blob> {
  if (film.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) {
    film.preload = 'auto';
    await new Promise<void>((resolve, reject) => {
      film.addEventListener('loadeddata', () => resolve(), { once: true });
      film.addEventListener('error', () => reject(new Error(say('This browser can’t play the video.'))), {
        once: true,
      });
      if (film.error) reject(new Error(say('This browser can’t play the video.')));
      else film.load();
    });
  }
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [film.videoWidth, film.videoHeight];
  canvas.getContext('2d')?.drawImage(film, 0, 0);
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!made || film.videoWidth === 0) throw new Error(say('The video has no frame that can be used.'));
  return made;
}

/** Sets a video's poster: the current frame, or a picture from the library. */
export function Poster({
  row,
  onChoose,
}: {
  readonly row: MediaRow & Pick<EditedFile, 'featured_media'>;
  /** 0: no poster. */
  readonly onChoose: (id: number) => Promise<boolean>;
}) {
  const part = useRef<HTMLDivElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const take = async () => {
    const film = part.current?.parentElement?.querySelector('video');
    if (!film || isBusy) return;
    setBusy(true);
    setFault('');
    try {
      film.pause();
      const form = new FormData();
      form.append('file', await frameOf(film), 'poster.jpg');
      form.append('title', `Poster of ${titleOf(row)}`);
      const { body } = await rest<Pick<EditedFile, 'id'>>('/wp/v2/media?_fields=id', {
        method: 'POST',
        body: form,
      });
      await onChoose(body.id);
    } catch (error) {
      // Browser errors, such as reading pixels of another site's video, are shown as they are.
      if (!(error instanceof RestError || error instanceof Error)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="media-poster" ref={part} role="group" aria-label={say('Poster')}>
      <p>
        {row.featured_media > 0
          ? say('The poster is shown until the video is played.')
          : say('Without a poster, the video is blank until it is played.')}
      </p>
      <Problem message={fault} />
      <div>
        <Button
          variant="secondary"
          size="compact"
          isBusy={isBusy}
          disabled={isBusy}
          accessibleWhenDisabled
          onClick={() => void take()}
        >
          {say('Use this frame as poster')}
        </Button>
        <Button variant="tertiary" size="compact" onClick={() => setChoosing(true)}>
          {say('Select image…')}
        </Button>
        {row.featured_media > 0 && (
          <Button variant="tertiary" size="compact" onClick={() => void onChoose(0)}>
            {say('Remove poster')}
          </Button>
        )}
      </div>
      {isChoosing && (
        <Suspense>
          <MediaPicker
            title={say('Select poster')}
            types={['image']}
            postId={0}
            onClose={() => setChoosing(false)}
            onChoose={([picture]) => {
              setChoosing(false);
              if (picture) void onChoose(picture.id);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
