import { xmlText } from '../../lib/xml.ts';

/** Names of the protocols that blog editors look for; they take the preferred one that they know. */
const apis = ['WordPress', 'Movable Type', 'MetaWeblog', 'Blogger'];

/** Really Simple Discovery: where blog editors find the site's XML-RPC. They choose how to talk to it by the name of the engine. */
export function rsdXml(siteUrl: string): string {
  const entry = (name: string, link: string, preferred: boolean) =>
    `<api name="${name}" blogID="1" preferred="${preferred}" apiLink="${xmlText(link)}"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsd version="1.0" xmlns="http://archipelago.phrasewise.com/rsd">
<service>
<engineName>WordPress</engineName>
<engineLink>https://wordpress.org/</engineLink>
<homePageLink>${xmlText(siteUrl)}</homePageLink>
<apis>
${apis.map((name, index) => entry(name, `${siteUrl}/xmlrpc.php`, index === 0)).join('\n')}
${entry('WP-API', `${siteUrl}/wp-json/`, false)}
</apis>
</service>
</rsd>
`;
}
