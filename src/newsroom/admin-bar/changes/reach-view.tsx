import { useBar } from '../bar.ts';
import { readReach, useReply } from './replies.ts';

/** The number of pages a change affects, with ten examples; `template`: the pages that use it, else those that follow their kind. */
export function ReachView({ kind, template }: { readonly kind: string; readonly template?: number }) {
  const { say } = useBar();
  const path = `/broadsheet/v1/template-reach?kind=${encodeURIComponent(kind)}${template === undefined ? '' : `&template=${template}`}`;
  const { value: reach, isFailed } = useReply(path, readReach);
  if (!reach)
    return (
      <div className="bar-reach" aria-busy={!isFailed}>
        <p role="status">{isFailed ? say('reach_failed') : ''}</p>
      </div>
    );
  const { total, own, pages } = reach;
  return (
    <div className="bar-reach" aria-busy="false">
      <p role="status">
        {total === undefined ? say('reach_all') : say('reach_total', formatNumber(total))}
        {own > 0 && (
          <>
            <br />
            {say('reach_own', formatNumber(own))}
          </>
        )}
      </p>
      {pages.length > 0 && (
        <details>
          <summary>{say('reach_list')}</summary>
          <ul>
            {pages.map(({ title, link }) => (
              <li key={link}>
                <a href={link} target="_blank" rel="noopener">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const formatNumber = (value: number) => new Intl.NumberFormat(document.documentElement.lang).format(value);
