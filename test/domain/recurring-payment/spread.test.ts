import { expect, it } from 'vitest';
import { spreadMs } from '#domain/recurring-payment/spread.ts';

const ids = Array.from({ length: 6000 }, (_, i) => `01936f5e-0000-7000-8000-${String(i).padStart(12, '0')}`);

it('alarms ring exactly on time unless the merchant set a window', () => {
  for (const id of ids.slice(0, 100)) expect(spreadMs(id, 0)).toBe(0);
});

it('the same id rings at the same place in the window every time', () => {
  expect(spreadMs(ids[7] ?? '', 3_600_000)).toBe(spreadMs(ids[7] ?? '', 3_600_000));
});

it('ids spread evenly: no minute of an hour gets more than twice its share', () => {
  const perMinute = new Array<number>(60).fill(0);
  for (const id of ids) {
    const shift = spreadMs(id, 3_600_000);
    expect(shift).toBeGreaterThanOrEqual(0);
    expect(shift).toBeLessThan(3_600_000);
    const minute = Math.floor(shift / 60_000);
    perMinute[minute] = (perMinute[minute] ?? 0) + 1;
  }
  expect(Math.max(...perMinute)).toBeLessThan(200);
  expect(Math.min(...perMinute)).toBeGreaterThan(50);
});
