// `npm run openapi`: writes docs/openapi.json from the route table, the contracts and the error codes.
// `npm run -s openapi -- tr` prints the same document in Turkish.
import '../lib/help.ts';
import { writeFileSync } from 'node:fs';
import { OPENAPI_FILE, openApiDocument, writeJson } from '../lib/openapi/openapi.ts';

if (process.argv[2] === 'tr') process.stdout.write(`${writeJson(await openApiDocument('tr'))}\n`);
else writeFileSync(OPENAPI_FILE, `${writeJson(await openApiDocument())}\n`);
