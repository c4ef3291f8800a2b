import type { CSSProperties } from 'react';
import { useActing } from '../../reader/islands/acting.ts';
import { classes } from '../../ui/class-names.ts';
import { Picture } from '../../ui/picture.tsx';
import type { PictureProps } from '../../ui/picture.tsx';
import { useTextDirection } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import { leadShape } from './lead-shape.ts';
import type { LeadData, LeadVideo } from './loader.server.ts';

/** `sizes` by available space; pages with a sidebar have one column below 1024 px. */
const roomSizes: Readonly<Record<Settings['room'], string>> = {
  column:
    '(min-width:2240px) 1540px, (min-width:1680px) 1180px, (min-width:1304px) 860px, (min-width:1024px) calc(100vw - 420px), 100vw',
  wide: '(min-width:1064px) 1000px, 100vw',
  page: '(min-width:2240px) 1920px, (min-width:1680px) 1560px, (min-width:1304px) 1240px, 100vw',
};

export function View({ settings, data }: ViewProps<Settings, LeadData>) {
  return <LeadFigure data={data} ratio={settings.ratio} room={settings.room} />;
}

interface LeadFigureProps {
  readonly data: LeadData;
  readonly ratio: Settings['ratio'];
  readonly room?: Settings['room'];
}

export function LeadFigure({ data, ratio, room = 'column' }: LeadFigureProps) {
  const { picture, video } = data;
  const sizes = roomSizes[room];
  if (video)
    return (
      <figure className="post-featured-image">
        <Video video={video} data={data} sizes={sizes} />
        <LeadCaption data={data} />
      </figure>
    );
  if (!picture) return null;
  const shape = leadShape(picture, ratio);
  const style = shape.width > 0 ? ({ '--widest': `${shape.width}px` } as CSSProperties) : undefined;
  return (
    <figure className={classes('post-featured-image', `lead-${shape.kind}`)} style={style}>
      <Picture
        picture={picture}
        ratio={shape.ratio}
        sizes={shape.kind === 'column' ? sizes : `min(100vw,${shape.width}px)`}
        eager
      />
      <LeadCaption data={data} />
    </figure>
  );
}

export function LeadCaption({
  data: { caption, credit },
}: {
  readonly data: Pick<LeadData, 'caption' | 'credit'>;
}) {
  const directionOf = useTextDirection();
  if (caption === '' && credit === '') return null;
  return (
    <figcaption dir={directionOf(`${caption} ${credit}`)}>
      {caption}
      {caption !== '' && ' '}
      {credit !== '' && <span className="credit">{credit}</span>}
    </figcaption>
  );
}

/**
 * A still that links to the video and loads nothing of it before it is played (reader/behaviours/video.ts); without a
 * picture, text on a dark background.
 */
function Video({
  video,
  data: { picture },
  sizes,
}: {
  readonly video: LeadVideo;
  readonly data: LeadData;
  readonly sizes: string;
}) {
  useActing().onPage('video');
  const still: Omit<PictureProps, 'picture'> = { ratio: '16x9', sizes, eager: true, alt: '' };
  return (
    <a className="lead-video" href={video.url} data-video={video.player} rel="noopener">
      {picture && <Picture picture={picture} {...still} />}
      <span className="lead-video-mark">
        <svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
          <path d="M4 2.5v11l9-5.5z" fill="currentColor" />
        </svg>
        {video.label}
      </span>
    </a>
  );
}
