// `npm run clients`: makes the clients of docs/openapi.json and packs them in dist/clients, or in the folder
// that is given: TypeScript as a package of npm without dependencies.
import '../lib/help.ts';
import { argv, stdout } from 'node:process';
import { packTypescript } from '../lib/clients/pack-typescript.ts';

const [folder = 'dist/clients'] = argv.slice(2);
stdout.write(`${packTypescript(`${folder}/typescript`)}\n`);
