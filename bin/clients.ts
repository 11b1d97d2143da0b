// `npm run make -- clients`: makes the clients of docs/openapi.json and packs them in dist/clients, or in the
// folder that is given: TypeScript as a package of npm, Python as a wheel, both without dependencies.
import '../lib/help.ts';
import { argv, stdout } from 'node:process';
import { packPython } from '../lib/clients/pack-python.ts';
import { packTypescript } from '../lib/clients/pack-typescript.ts';

const [folder = 'dist/clients'] = argv.slice(2);
stdout.write(`${packTypescript(`${folder}/typescript`)}\n${packPython(`${folder}/python`)}\n`);
