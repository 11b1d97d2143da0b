import { expect, it } from 'vitest';
import { readableLog } from '../../../lib/local/readable-log.ts';

const DAY_MS = 86_400_000;
const at = '2026-11-20T09:00:05.120Z';
const line = (fields: object) => JSON.stringify({ level: 'info', message: 'request', at, ...fields });
const request = { method: 'POST', route: '/api/payment/hostedpage', status: 201, durationMs: 34 };

it('a request is one line with its time, answer, duration and what went wrong', () => {
  const read = readableLog(() => 0);
  expect(read(line(request))).toEqual(['09:00:05  POST /api/payment/hostedpage  201  34 ms']);
  expect(read(line({ ...request, status: 422, errorCode: 'VALIDATION_ERROR', requestId: 'r' }))).toEqual([
    '09:00:05  POST /api/payment/hostedpage  422  34 ms  VALIDATION_ERROR',
  ]);
  const failed = { level: 'error', message: 'lease not read', error: { name: 'Timeout', at: ['at x'] } };
  expect(read(line(failed))).toEqual(['09:00:05  lease not read  (Timeout; LOG=json shows where)']);
});

it('a charge is a line, a job that names nothing is none, and another text stays', () => {
  const read = readableLog(() => 0);
  const charge = { message: 'recurring charge', paymentReferenceNumber: 'PAY-1', outcome: 'approved' };
  expect(read(line(charge))).toEqual(['09:00:05  recurring charge  approved  PAY-1']);
  expect(read(line({ message: 'sweep', found: 0 }))).toEqual([]);
  expect(read('Port 3000 is in use')).toEqual(['Port 3000 is in use']);
});

it('the first request after a move tells how far the clock stands ahead', () => {
  let aheadMs = 0;
  const read = readableLog(() => aheadMs);
  aheadMs = 31 * DAY_MS;
  const told = 'The local clock now stands 31 days ahead. DATA=memory begins today.';
  expect(read(line({ ...request, message: 'sweep', method: undefined }))).toEqual([]);
  expect(read(line(request))[0]).toBe(told);
  expect(read(line(request))).toHaveLength(1);
});
