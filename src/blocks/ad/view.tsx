import { classes } from '../../ui/class-names.ts';
import type { CSSProperties } from 'react';
import type { AdSize, HouseAd } from '../../modules/ads/ad-slots.ts';
import { useActing } from '../../reader/islands/acting.ts';
import { renderHtml } from '../../ui/elements.tsx';
import type { ViewProps } from '../block.ts';
import type { AdData } from './loader.server.ts';

/** A slot of fixed size. The page's config, not its body, holds a waiting ad for reader/behaviours/ad-slot.ts: a text could fake it in the body. */
export function View({ data }: ViewProps<unknown, AdData>) {
  const acting = useActing();
  const { slot, label, house, waiting, desktop, phone } = data;
  const style = { ...sizeOf('desktop', desktop), ...sizeOf('phone', phone) } as CSSProperties;
  const size = desktop ?? phone;
  return (
    <div
      className={classes(
        'ad',
        `ad-${slot.replace('_', '-')}`,
        !desktop && 'ad-not-desktop',
        !phone && 'ad-not-phone',
      )}
      style={style}
      {...(waiting ? acting.now('ad-slot', { html: htmlOf(waiting, label, size) }) : {})}
    >
      <p className="ad-label">{label}</p>
      <div className="ad-place">{house && <House ad={house} size={size} label={label} />}</div>
    </div>
  );
}

function htmlOf(waiting: NonNullable<AdData['waiting']>, label: string, size: AdSize | undefined): string {
  if ('code' in waiting) return waiting.code;
  return renderHtml(
    'frame' in waiting ? (
      <iframe className="ad-frame" src={waiting.frame} title={label} sandbox={frameLeave} />
    ) : (
      <House ad={waiting.house} size={size} label={label} />
    ),
  );
}

/** Framed code can't touch the surrounding page. */
const frameLeave = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

function sizeOf(screen: string, size: AdSize | undefined): Record<string, string> {
  return size ? { [`--${screen}-width`]: `${size.width}px`, [`--${screen}-height`]: `${size.height}px` } : {};
}

function House({
  ad: { image, imagePhone, link, alt },
  size,
  label,
}: {
  readonly ad: HouseAd;
  readonly size: AdSize | undefined;
  readonly label: string;
}) {
  const plain = (
    <img
      src={image}
      alt={alt || label}
      width={size?.width}
      height={size?.height}
      loading="lazy"
      decoding="async"
    />
  );
  const picture =
    imagePhone === '' ? (
      plain
    ) : (
      <picture>
        <source media="(max-width:767px)" srcSet={imagePhone} />
        {plain}
      </picture>
    );
  if (link === '') return picture;
  return link.startsWith('/') ? (
    <a href={link}>{picture}</a>
  ) : (
    <a href={link} target="_blank" rel="sponsored noopener">
      {picture}
    </a>
  );
}
