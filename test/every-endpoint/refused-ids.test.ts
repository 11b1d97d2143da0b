// Every call whose body contains the id of another object names the field if there is no such object, so that
// a 404 never seems to mean the path (api.md 8.3).
import { beforeAll, describe, expect, it } from 'vitest';
import { REJECTIONS, type RejectionCode } from '#domain/rejection-table.ts';
import { ROUTES } from '#routes.ts';
import { addressOf, type Ids, makeObjects, pathWith, sampleOf, UNKNOWN } from '../fixtures/samples.ts';
import { startHarness } from '../harness/harness.ts';

const harness = await startHarness();
const { api, merchant } = harness;
const rows = ROUTES.filter(({ audience }) => audience === 'merchant').flatMap((route) =>
  (sampleOf(route).names ?? []).map((noun) => ({ call: addressOf(route), noun, route })),
);
let ids: Ids = UNKNOWN;
beforeAll(async () => {
  ids = await makeObjects(harness, merchant.apiKey);
});

describe('an id in a body that names nothing', () => {
  it.each(rows)(
    '$call names the field of an unknown $noun, and says what to do in the language of the caller',
    async ({ noun, route }) => {
      const body = sampleOf(route).body({ ...ids, [noun]: UNKNOWN[noun] });
      const [field] = Object.entries(body).find(([, value]) => value === UNKNOWN[noun]) ?? [];
      for (const language of ['tr', 'en'] as const) {
        const headers = { 'accept-language': language };
        const { status, json } = await api(route.method, pathWith(route, ids), { body, headers });
        const code = String(json.errorCode) as RejectionCode;
        const { [language]: message, advice } = REJECTIONS[code];
        expect([status, json.data['errors']]).toEqual([404, [{ field, code, message }]]);
        expect(json.data['advice']).toBe(advice[language]);
      }
    },
  );
});
