// `npm run openapi`: writes docs/openapi.json from the route table, the contracts and the error codes.
import '../lib/help.ts';
import { writeFileSync } from 'node:fs';
import { OPENAPI_FILE, openApiDocument, writeJson } from '../lib/openapi/openapi.ts';

writeFileSync(OPENAPI_FILE, `${writeJson(await openApiDocument())}\n`);
