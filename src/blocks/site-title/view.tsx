import { useContext } from 'react';
import { localIso } from '../../lib/site-time.ts';
import { DateScope, formatDay } from '../../ui/dates.ts';
import type { Picture } from '../../content/posts/card.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { SiteTitleData } from './loader.server.ts';

export function View({ data }: ViewProps<Settings, SiteTitleData>) {
  const dates = useContext(DateScope);
  const Name = data.isFront ? 'h1' : 'p';
  return (
    <div className="site-title">
      {data.today !== undefined && <p className="site-title-date">
        <time dateTime={localIso(data.today, dates.zone).slice(0, 10)}>{formatDay(data.today, dates)}</time>
      </p>}
      <div className="site-title-main">
        <Name className="site-title-name"><a href="/" rel="home">{data.logo ? <Logo picture={data.logo} name={data.name} /> : data.name}</a></Name>
        {data.tagline !== '' && <p className="site-title-tagline">{data.tagline}</p>}
      </div>
    </div>
  );
}

/** As high as the masthead allows; its width is known before it comes. */
function Logo({ picture: { src, srcset, width, height, alt }, name }: { readonly picture: Picture; readonly name: string }) {
  const sized = width > 0 && height > 0;
  return <img
    className="site-logo" src={src} srcSet={srcset || undefined} sizes={srcset === '' ? undefined : '320px'} width={sized ? width : undefined}
    height={sized ? height : undefined} alt={alt || name} decoding="async"
  />;
}
