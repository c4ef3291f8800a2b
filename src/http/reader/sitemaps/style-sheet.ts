/** Where browsers get it. */
export const styleSheetPath = '/wp-sitemap.xsl';

/** Shows sitemaps and their index to people, as a table. */
export const styleSheet = `<?xml version="1.0" encoding="UTF-8"?>
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" exclude-result-prefixes="s image">
<xsl:output method="html" encoding="UTF-8" indent="no"/>
<xsl:template match="/">
<html lang="en">
<head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>Sitemap</title>
<style>
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:70rem;padding:2rem 1rem}
h1{font-size:1.75rem;margin:0 0 .25rem}
p{margin:0 0 1.5rem;opacity:.75}
table{border-collapse:collapse;width:100%}
th,td{border-top:1px solid rgba(128,128,128,.35);padding:.5rem 1rem .5rem 0;text-align:left;vertical-align:top}
td:first-child{overflow-wrap:anywhere}
td+td{white-space:nowrap}
a{color:inherit}
</style>
</head>
<body>
<h1>Sitemap</h1>
<p>For search engines: <xsl:value-of select="count(//s:loc)"/> addresses.</p>
<table>
<tr><th>Address</th><th>Pictures</th><th>Last change</th></tr>
<xsl:for-each select="s:sitemapindex/s:sitemap | s:urlset/s:url">
<tr>
<td><a href="{s:loc}"><xsl:value-of select="s:loc"/></a></td>
<td><xsl:value-of select="count(image:image)"/></td>
<td><xsl:value-of select="translate(substring(s:lastmod, 1, 16), 'T', ' ')"/></td>
</tr>
</xsl:for-each>
</table>
</body>
</html>
</xsl:template>
</xsl:stylesheet>
`;
