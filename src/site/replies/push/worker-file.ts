import { iconSize } from '../../../modules/push/message.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import { scriptJson } from '../../../lib/script-json.ts';
import { pushHosts, pushService } from '../../pages/push-config.ts';
import type { Site } from '../../pages/site.ts';
import type { PushWorkerConfig } from '../../../reader/islands/page-config.ts';
import { clientAssets } from '../../../theme/client-assets.server.ts';
import type { RenderedReply } from '../../cache/rendered-reply.ts';

/**
 * The service worker that shows push messages, with what it must know before any page is open. It is there whether push is on or not: browsers that know it ask
 * for newer ones.
 */
export function workerFile(site: Site, settings: Settings): RenderedReply {
  const config: PushWorkerConfig = {
    title: settings.blogname,
    icon: `/icon-${iconSize}.png`,
    service: pushService(site, settings),
  };
  return {
    status: 200,
    contentType: 'text/javascript; charset=utf-8',
    body: `self.pushConfig=${scriptJson(config)};\n${clientAssets().pushWorker}\n`,
    headers: {
      'content-security-policy': [
        "default-src 'none'",
        ["connect-src 'self'", ...pushHosts(settings)].join(' '),
        "img-src 'self' https: http:",
      ].join('; '),
    },
    tags: new Map(),
    store: true,
  };
}
