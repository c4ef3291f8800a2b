import { useWords, useTextDirection } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { FooterAboutData } from './loader.server.ts';

export function View({ settings, data }: ViewProps<Settings, FooterAboutData>) {
  const words = useWords();
  const directionOf = useTextDirection();
  const paragraphs = data.text.split(/\n\s*\n/).filter((text) => text.trim() !== '');
  return (
    <div className="footer-about">
      {paragraphs.map((text, index) => (
        <p key={index} dir={directionOf(text)}>
          {text}
        </p>
      ))}
      {settings.show_feed && (
        <p>
          <a className="footer-feed" href="/feed/" type="application/rss+xml">
            <svg viewBox="0 0 16 16" width="13" height="13" aria-hidden="true">
              <circle cx="3.5" cy="12.5" r="1.8" fill="currentColor" />
              <path
                d="M2 7a7 7 0 0 1 7 7M2 2a12 12 0 0 1 12 12"
                fill="none"
                stroke="currentColor"
                strokeWidth="2"
              />
            </svg>
            {words.feed_footer}
          </a>
        </p>
      )}
    </div>
  );
}
