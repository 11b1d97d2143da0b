// A parameter of any query that is given twice with different values is refused, and told so (api.md 2.6).
import { expect, it } from 'vitest';
import { ROUTES } from '#routes.ts';
import { addressOf, pathWith, UNKNOWN } from '../fixtures/samples.ts';
import { startHarness } from '../harness/harness.ts';

const { api } = await startHarness();
const reads = ROUTES.filter(({ audience, method }) => audience === 'merchant' && method === 'GET');
type Named = { knownNames: string[]; errors: unknown[] };

it.each(reads.map((route) => [addressOf(route), pathWith(route, UNKNOWN)]))(
  'the call %s names each parameter that is given twice',
  async (_, path) => {
    const { knownNames } = (await api<Named>('GET', `${path}?junk=1`)).json.data;
    // Any `page` but the first has advice of its own.
    const names = knownNames.filter((name) => name !== 'page');
    for (const [language, message] of [
      ['tr', 'Türü yanlış; birden çok kez değil, bir kez verilmiş olmalıdır.'],
      ['en', 'It has the wrong type; it must be given once, not more than once.'],
    ] as const) {
      const headers = { 'accept-language': language };
      for (const field of names) {
        const refused = await api<Named>('GET', `${path}?${field}=1&${field}=2`, { headers });
        expect(refused.json.data.errors).toContainEqual({ field, code: 'INVALID_TYPE', message });
      }
    }
  },
);
