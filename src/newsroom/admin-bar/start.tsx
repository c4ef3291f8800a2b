import { hydrateRoot } from 'react-dom/client';
import type { Start } from '../../reader/islands/page-config.ts';
import { AdminBar } from './admin-bar.tsx';
import { barIds } from './bar-config.ts';
import type { BarConfig } from './bar-config.ts';

let resolveWorks: () => void;
const works = new Promise<void>((resolve) => {
  resolveWorks = resolve;
});

/** Hydrates the bar that the server rendered (site/pages/admin-bar.tsx). Only pages for users who can edit something load this. */
export const start: Start = (root, config, page) => {
  const onReady = () => {
    root.dataset.works = '';
    resolveWorks();
  };
  hydrateRoot(root, <AdminBar config={config as BarConfig} page={page} onReady={onReady} />, {
    identifierPrefix: barIds,
  });
};

/** Resolves when hydrated: the loader holds clicks on the bar until then and replays them. */
const startClicks: Start = () => works;
export { startClicks as 'admin-bar-clicks' };
