import { useActing } from '../../reader/islands/acting.ts';
export interface PartPagerData {
  readonly postId: number;
  /** 1 is the first. */
  readonly current: number;
  readonly count: string;
  readonly parts: readonly { readonly url: string; readonly title: string }[];
  readonly words: { readonly parts: string; readonly previous: string; readonly next: string };
}

/** Navigates the parts of a text by links; with scripts also by a dropdown, and without leaving the page. */
export function PartPager({
  data: { postId, current, count, parts, words },
}: {
  readonly data: PartPagerData;
}) {
  const acting = useActing();
  return (
    <nav
      className="part-pager"
      aria-label={words.parts}
      {...acting.now('slides', { slide_id: postId, current_slide: current })}
    >
      <div className="part-steps">
        {current > 1 ? (
          <a className="part-step" rel="prev" href={parts[current - 2]?.url}>
            {words.previous}
          </a>
        ) : (
          <span />
        )}
        <select className="field" aria-label={words.parts} defaultValue={parts[current - 1]?.url}>
          {parts.map(({ url, title }) => (
            <option key={url} value={url}>
              {title}
            </option>
          ))}
        </select>
        {current < parts.length ? (
          <a className="part-step" rel="next" href={parts[current]?.url}>
            {words.next}
          </a>
        ) : (
          <span />
        )}
      </div>
      <p className="part-count" role="status">
        {count}
      </p>
      <noscript>
        <ol>
          {parts.map(({ url, title }, index) => (
            <li key={url}>
              {index + 1 === current ? <b aria-current="page">{title}</b> : <a href={url}>{title}</a>}
            </li>
          ))}
        </ol>
      </noscript>
    </nav>
  );
}
