// `npm run openapi`: writes docs/openapi.json from the route table, the contracts and the error codes, its
// texts in Turkish to docs/openapi.tr.json, and the reference site, made of them and of the guides, to
// docs/site.json. The service serves all three (api.md 2.8, 2.9).
import '../lib/help.ts';
import { writeFileSync } from 'node:fs';
import { OPENAPI_FILE, openApiDocument, TURKISH_FILE, writeJson } from '../lib/openapi/openapi.ts';
import { turkishTexts } from '../lib/openapi/words/said.ts';
import { packSite, SITE_FILE, siteFiles } from '../lib/site/site.ts';

const document = await openApiDocument();
writeFileSync(OPENAPI_FILE, `${writeJson(document)}\n`);
writeFileSync(TURKISH_FILE, `${writeJson(turkishTexts(document))}\n`);
writeFileSync(SITE_FILE, packSite(siteFiles()));
