import { useWords } from '../../ui/language.ts';
import type { LoadContext } from '../load-context.ts';
import type { SupportSettings } from './block-supports.ts';
import { StepLink } from './page-numbers.tsx';
import { queriedPageUrl, queriedSize } from './queried-posts.server.ts';

interface Step {
  readonly url: string;
  readonly arrow: string | undefined;
  readonly showLabel: boolean;
}

export async function loadStep(side: 'previous' | 'next', context: LoadContext): Promise<Step | undefined> {
  const { page, pages } = await queriedSize(context);
  const to = side === 'next' ? page + 1 : page - 1;
  if (to < 1 || to > pages || page > pages) return undefined;
  const { paginationArrow: arrow, paginationLabels: showLabel = true } = context.inherited;
  return { url: (await queriedPageUrl(context))(to), arrow, showLabel };
}

interface StepProps {
  readonly side: 'previous' | 'next';
  readonly settings: SupportSettings & { readonly label: string };
  readonly data: Step;
}

export function QueryStep({ side, settings, data: { url, arrow, showLabel } }: StepProps) {
  const words = useWords();
  return (
    <StepLink
      block="query-pagination"
      side={side}
      settings={settings}
      url={url}
      words={words[`core_query_${side}`]}
      arrow={arrow}
      showLabel={showLabel}
    />
  );
}
