import { useActing } from '../../islands/acting.ts';
import { Picture } from '../../ui/picture.tsx';
import type { PictureProps } from '../../ui/picture.tsx';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { LeadData, LeadVideo } from './loader.server.ts';

const sizes = '(min-width: 2240px) 1540px, (min-width: 1680px) 1180px, (min-width: 1019px) 860px, 100vw';

export function View({ settings, data }: ViewProps<Settings, LeadData>) {
  return (
    <figure className="post-featured-image">
      {data.video ? <Video video={data.video} data={data} /> : data.picture && <Picture picture={data.picture} ratio={settings.ratio} sizes={sizes} eager />}
      <LeadCaption data={data} />
    </figure>
  );
}

/** Caption and credit of a lead picture. */
export function LeadCaption({ data: { caption, credit } }: { readonly data: Pick<LeadData, 'caption' | 'credit'> }) {
  if (caption === '' && credit === '') return null;
  return <figcaption>{caption}{caption !== '' && ' '}{credit !== '' && <span className="credit">{credit}</span>}</figcaption>;
}

/**
 * A still that leads to the video and fetches nothing of it before a reader plays it (behaviours/video.ts); without a picture it is a dark ground with the
 * words alone.
 */
function Video({ video, data: { picture } }: { readonly video: LeadVideo; readonly data: LeadData }) {
  useActing().onPage('video');
  const still: Omit<PictureProps, 'picture'> = { ratio: '16x9', sizes, eager: true, alt: '' };
  return (
    <a className="lead-video" href={video.url} data-video={video.player} rel="noopener">
      {picture && <Picture picture={picture} {...still} />}
      <span className="lead-video-mark">
        <svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true"><path d="M4 2.5v11l9-5.5z" fill="currentColor" /></svg>
        {video.label}
      </span>
    </a>
  );
}
