// `npm run make -- openapi`: writes docs/openapi.json from the route table, the contracts and the error
// codes, and its texts in Turkish to docs/openapi.tr.json. The service serves both (api.md 2.8).
import '../lib/help.ts';
import { writeFileSync } from 'node:fs';
import { OPENAPI_FILE, openApiDocument, TURKISH_FILE, writeJson } from '../lib/openapi/openapi.ts';
import { turkishTexts } from '../lib/openapi/words/said.ts';

const document = await openApiDocument();
writeFileSync(OPENAPI_FILE, `${writeJson(document)}\n`);
writeFileSync(TURKISH_FILE, `${writeJson(turkishTexts(document))}\n`);
