/** Where browsers get it. */
export const styleSheetPath = '/wp-sitemap.css';

/** Shows sitemaps and their index to people, as a table. CSS, since browsers take XSLT away; addresses in XML can be read but not clicked. */
export const styleSheet = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;display:block;max-width:70rem;margin:0 auto;padding:2rem 1rem}
:root::before{content:"Sitemap";display:block;font-size:1.75rem;font-weight:700;margin-bottom:1rem}
url,sitemap{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 2rem;border-top:1px solid rgba(128,128,128,.35);padding:.5rem 0}
loc{overflow-wrap:anywhere}
lastmod{opacity:.75;font-variant-numeric:tabular-nums}
news{grid-column:1/-1;opacity:.75}
title{display:block}
image,publication,publication_date{display:none}
@media(max-width:40rem){url,sitemap{grid-template-columns:minmax(0,1fr)}}
`;
