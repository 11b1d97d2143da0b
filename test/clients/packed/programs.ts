// How the shops on the packed clients are started.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Program } from './killed-shop.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** `home`: the folder of the packed client. */
export const typescriptShop = (home: string): Program => ({
  command: 'node',
  args: [here('./shop.mts')],
  env: { CLIENT: join(home, 'index.js') },
});
/** `wheel`: the packed client. */
export const pythonShop = (wheel: string): Program => ({
  command: 'python3',
  args: [here('./shop.py')],
  env: { PYTHONPATH: wheel },
});
