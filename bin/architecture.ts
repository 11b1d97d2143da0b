// `npm run make -- architecture`: draws the diagrams of docs/architecture.md from the route table with its
// grants and from the transitions of the domain.
import '../lib/help.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { withDiagrams } from '../lib/cloud/diagram/diagrams.ts';

const document = new URL('../docs/architecture.md', import.meta.url);
writeFileSync(document, withDiagrams(readFileSync(document, 'utf8')));
