import { useActing } from '../reader/islands/acting.ts';

interface MediaPlayerProps {
  readonly url: string;
  readonly mimeType: string;
  /** URL of a video's poster; empty without one. */
  readonly poster?: string;
}

/** The last part of a file's URL. */
export const fileNameIn = (url: string): string => url.split(/[?#]/, 1)[0]?.split('/').at(-1) || url;

/** The player of an audio or video file; nothing for other files. */
export function MediaPlayer({ url, mimeType, poster = '' }: MediaPlayerProps) {
  const acting = useActing();
  const label = fileNameIn(url);
  if (mimeType.startsWith('audio/')) return <audio controls preload="none" src={url} aria-label={label} />;
  if (!mimeType.startsWith('video/')) return null;
  acting.onPage('video');
  return <video controls preload="none" src={url} poster={poster || undefined} aria-label={label} />;
}
