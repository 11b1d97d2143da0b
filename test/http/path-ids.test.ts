// Ids in paths are read in every form; the path, to which idempotency keys belong, has them as answers do.
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import { withPathIds } from '#http/path-ids.ts';

const UUID = '01890abc-0000-7000-8000-00000000000f';
const REFERENCE = `PAY-${'0A'.repeat(13)}`;

it.each([
  [UUID.toUpperCase(), UUID],
  [UUID.replaceAll('-', ''), UUID],
  [`{${UUID}}`, UUID],
  [`%7B${UUID}%7D`, UUID],
  [REFERENCE.toLowerCase(), REFERENCE],
  ['00A1B2C3D4E5F607', '00a1b2c3d4e5f607'],
  ['HST-aB', 'HST-aB'],
  [`{${UUID}`, `{${UUID}`],
])('%s in a path is %s', (sent, id) => {
  const event = { path: `/api/Refund/${sent}/approve`, pathParameters: { id: sent } };
  const { path, pathParameters } = withPathIds(event as unknown as APIGatewayProxyEvent);
  expect([path, pathParameters]).toEqual([`/api/Refund/${id}/approve`, { id }]);
});
