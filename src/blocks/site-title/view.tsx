import { useContext } from 'react';
import { localIso } from '../../lib/dates.ts';
import { DateScope, formatDay, useTextDirection } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import { Logo } from '../logo.tsx';
import type { Settings } from './block.ts';
import type { SiteTitleData } from './loader.server.ts';

/** Longest name, in characters, at the look's full size. */
const usualName = 28;

/** Longer names get smaller with their length, to fit in a few lines. */
function longName(name: string): { className?: string; style?: { fontSize: string } } {
  if (name.length <= usualName) return {};
  return {
    className: 'site-title-long',
    style: { fontSize: `max(.8125rem, ${Math.sqrt(usualName / name.length).toFixed(2)}em)` },
  };
}

export function View({ data }: ViewProps<Settings, SiteTitleData>) {
  const dates = useContext(DateScope);
  const directionOf = useTextDirection();
  const Name = data.isFront ? 'h1' : 'p';
  return (
    <div className="site-title">
      {data.today !== undefined && (
        <p className="site-title-date">
          <time dateTime={localIso(data.today, dates.zone).slice(0, 10)}>{formatDay(data.today, dates)}</time>
        </p>
      )}
      <div className="site-title-main">
        <Name className="site-title-name">
          <a href="/" rel="home" dir={directionOf(data.name)} {...(data.logo ? {} : longName(data.name))}>
            {data.logo ? (
              <Logo logo={data.logo} name={data.name} className="site-logo" sizes="320px" isHigh />
            ) : (
              data.name
            )}
          </a>
        </Name>
        {data.tagline !== '' && (
          <p className="site-title-tagline" dir={directionOf(data.tagline)}>
            {data.tagline}
          </p>
        )}
      </div>
    </div>
  );
}
