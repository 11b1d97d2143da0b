// Calls every route once through the deployed gateway. A wrong path, a missing grant or a function that
// cannot start would return a 5xx; unknown ids return a rejection.
import { strict as assert } from 'node:assert';
import { ROUTES, type Route } from '#routes.ts';
import type { RehearsalContext } from '../context.ts';

/** Well-formed ids that do not exist. */
const UNKNOWN: Readonly<Record<string, string>> = {
  token: `HST-${'A'.repeat(43)}`,
  paymentReferenceNumber: `PAY-${'0'.repeat(26)}`,
  id: '01890000-0000-7000-8000-000000000000',
  page: 'start.en',
};

export async function callEveryEndpoint({ report, merchant }: RehearsalContext): Promise<void> {
  await report.step(
    'Every endpoint responds',
    async () => {
      const statuses: number[] = [];
      for (const route of ROUTES) {
        const response = await merchant.send(route.audience, pathOf(route), requestOf(route));
        assert.ok(response.status < 500, `${route.method} ${route.path} returned ${response.status}`);
        const isElsewhere = response.status === 302;
        if (!isElsewhere) assert.match(response.headers.get('content-type') ?? '', contentOf(route));
        statuses.push(response.status);
      }
      return statuses;
    },
    (statuses) => `${statuses.length} endpoints: ${countStatuses(statuses)}`,
  );
}

const pathOf = ({ path }: Route) => path.replace(/\{(\w+)\}/g, (_, name: string) => UNKNOWN[name] ?? '');
/** Buyers' routes get pages, or text in response to reports. */
const contentOf = ({ audience, path }: Route) =>
  audience === 'merchant' || path.endsWith('.json') ? /^application\/json/ : /^text\/(?:html|plain)/;

/** The request has an `Idempotency-Key`, to also test the grants on idempotency rows. */
function requestOf({ method, path, audience }: Route): RequestInit {
  if (method === 'GET') return { method, redirect: 'manual' };
  const isJson = audience === 'merchant';
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const headers = { 'Content-Type': type, 'Idempotency-Key': `rehearsal ${method} ${path}` };
  return { method, headers, body: isJson ? '{}' : 'cardNumber=' };
}

/** `200 8 times, 404 20 times`. */
function countStatuses(statuses: readonly number[]): string {
  const groups = [...Map.groupBy(statuses, (status) => status)].sort(([one], [other]) => one - other);
  return groups.map(([status, all]) => `${status} ${all.length} times`).join(', ');
}
