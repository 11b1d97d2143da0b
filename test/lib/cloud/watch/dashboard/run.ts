// `npm run make -- dashboard`: draws the dashboard of a sandbox, with sample data, into docs/dashboard.svg.
import '../../../../../lib/help.ts';
import { writeFileSync } from 'node:fs';
import { PICTURE, picture } from './picture.ts';

writeFileSync(PICTURE, picture());
