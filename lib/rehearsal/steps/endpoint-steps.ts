// Every row of the route table is called once over the deployed gateway, so that no function is behind a
// wrong path, without a grant or unable to start: a stranger's id is answered by a refusal, never by a fault.
import { strict as assert } from 'node:assert';
import { ROUTES, type Route } from '#routes.ts';
import type { Journey } from '../journey.ts';

/** Well-formed, and nobody's. */
const UNKNOWN: Readonly<Record<string, string>> = {
  token: `HST-${'A'.repeat(43)}`,
  paymentReferenceNumber: `PAY-${'0'.repeat(26)}`,
  id: '01890000-0000-7000-8000-000000000000',
};

export async function callEveryEndpoint({ record, merchant }: Journey): Promise<void> {
  await record.step(
    'Every door of the table answers',
    async () => {
      const statuses: number[] = [];
      for (const route of ROUTES) {
        const response = await merchant.send(route.audience, pathOf(route), requestOf(route));
        assert.ok(response.status < 500, `${route.method} ${route.path} answers ${response.status}`);
        assert.match(response.headers.get('content-type') ?? '', contentOf(route));
        statuses.push(response.status);
      }
      return statuses;
    },
    (statuses) => `${statuses.length} doors: ${tell(statuses)}`,
  );
}

const pathOf = ({ path }: Route) => path.replace(/\{(\w+)\}/g, (_, name: string) => UNKNOWN[name] ?? '');
const contentOf = ({ audience }: Route) => (audience === 'merchant' ? /^application\/json/ : /^text\/html/);

/** With an `Idempotency-Key`, so that what is kept under one is granted too. */
function requestOf({ method, path, audience }: Route): RequestInit {
  if (method === 'GET') return { method };
  const isJson = audience === 'merchant';
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const headers = { 'Content-Type': type, 'Idempotency-Key': `rehearsal ${method} ${path}` };
  return { method, headers, body: isJson ? '{}' : 'cardNumber=' };
}

/** `200 8 times, 404 20 times`. */
function tell(statuses: readonly number[]): string {
  const groups = [...Map.groupBy(statuses, (status) => status)].sort(([one], [other]) => one - other);
  return groups.map(([status, all]) => `${status} ${all.length} times`).join(', ');
}
