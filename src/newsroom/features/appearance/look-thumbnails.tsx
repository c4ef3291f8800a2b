import { Button } from '@wordpress/components';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { lookNames } from '../../../lib/look/looks.ts';
import { rest } from '../../app/rest.ts';
import type { SettingsPreview, SettingsPreviewSent } from '../../app/rest-types.ts';
import { say } from '../../words.ts';
import { PreviewFrame } from '../editor/preview/preview-pane.tsx';
import { lookLabels } from './look-values.ts';
import type { LookName } from './look-values.ts';

interface ThumbnailsProps {
  /** In the preview, perhaps unsaved. */
  readonly shown: LookName;
  /** Of the site. */
  readonly current: LookName;
  readonly isDark: boolean;
  readonly onChoose: (name: LookName) => void;
  readonly onApply: (name: LookName) => void;
}

/** The bundled looks as thumbnails of the site's own front page: one click previews a look, another button applies it at once. */
export function LookThumbnails({ shown, current, isDark, onChoose, onApply }: ThumbnailsProps) {
  return (
    <ul className="looks" aria-label={say('Looks')}>
      {lookNames.map((name) => (
        <Thumbnail
          key={name}
          name={name}
          isShown={name === shown}
          isCurrent={name === current}
          isDark={isDark}
          onChoose={() => onChoose(name)}
          onApply={() => onApply(name)}
        />
      ))}
    </ul>
  );
}

function Thumbnail({
  name,
  isShown,
  isCurrent,
  isDark,
  onChoose,
  onApply,
}: {
  readonly name: LookName;
  readonly isShown: boolean;
  readonly isCurrent: boolean;
  readonly isDark: boolean;
  readonly onChoose: () => void;
  readonly onApply: () => void;
}) {
  const place = useRef<HTMLLIElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    const watched = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    watched.observe(current);
    return () => watched.disconnect();
  }, []);
  const { data } = useQuery({
    queryKey: ['look-thumbnails', name, isDark],
    enabled: isSeen,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const body = { path: '/', values: { look: { base: name } }, device: 'desktop' as const, dark: isDark };
      const reply = await rest<SettingsPreview, SettingsPreviewSent>('/broadsheet/v1/settings/preview', {
        method: 'POST',
        body,
        signal,
      });
      return { html: reply.body.html, address: '/' };
    },
  });
  return (
    <li ref={place} className="look" data-look={name} data-current={isShown} data-loaded={Boolean(data)}>
      <div className="look-picture" inert>
        {isSeen && <PreviewFrame device="desktop" page={data} isDark={isDark} />}
      </div>
      <button className="look-name" type="button" aria-pressed={isShown} onClick={onChoose}>
        {lookLabels[name]}
      </button>
      {isCurrent ? (
        <span className="look-mark">{say('Current')}</span>
      ) : (
        <Button
          className="look-apply"
          variant="secondary"
          size="compact"
          aria-label={say('Apply %s', lookLabels[name])}
          onClick={() => {
            place.current?.querySelector<HTMLElement>('.look-name')?.focus(); // this button is about to go
            onApply();
          }}
        >
          {say('Apply')}
        </Button>
      )}
    </li>
  );
}
