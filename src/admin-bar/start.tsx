import { hydrateRoot } from 'react-dom/client';
import type { Start } from '../reader/islands/page-config.ts';
import { AdminBar } from './admin-bar.tsx';
import { barIds } from './bar-config.ts';
import type { BarConfig } from './bar-config.ts';

let tellWorks: () => void;
const works = new Promise<void>((resolve) => {
  tellWorks = resolve;
});

/** Makes the bar work that the server wrote above the page (site/pages/admin-bar.tsx). Only pages of those who may edit something ask for it. */
export const start: Start = (root, config, page) => {
  const onReady = () => {
    root.dataset.works = '';
    tellWorks();
  };
  hydrateRoot(root, <AdminBar config={config as BarConfig} page={page} onReady={onReady} />, {
    identifierPrefix: barIds,
  });
};

/** Waits until the buttons work: the loader keeps clicks on the bar for what is late there, and lets them go on then. */
const startClicks: Start = () => works;
export { startClicks as 'admin-bar-clicks' };
