import { expect, it } from 'vitest';
import { spreadMs } from '#domain/recurring-payment/spread.ts';

const ids = Array.from({ length: 6000 }, (_, i) => `01936f5e-0000-7000-8000-${String(i).padStart(12, '0')}`);

it('charges are not spread unless the merchant set a window', () => {
  for (const id of ids.slice(0, 100)) expect(spreadMs(id, 0)).toBe(0);
});

it('the same id always has the same offset in the window', () => {
  expect(spreadMs(ids[7] ?? '', 3_600_000)).toBe(spreadMs(ids[7] ?? '', 3_600_000));
});

it('the offset of an id never changes: a plan that exists keeps its time of day', () => {
  const pinned = [0, 1, 4242].map((at) => spreadMs(ids[at] ?? '', 3_600_000));
  expect(pinned).toEqual([2_884_880, 2_870_818, 3_446_367]);
});

it('ids are spread evenly: no minute of an hour gets more than twice its share', () => {
  const perMinute = new Array<number>(60).fill(0);
  for (const id of ids) {
    const offsetMs = spreadMs(id, 3_600_000);
    expect(offsetMs).toBeGreaterThanOrEqual(0);
    expect(offsetMs).toBeLessThan(3_600_000);
    const minute = Math.floor(offsetMs / 60_000);
    perMinute[minute] = (perMinute[minute] ?? 0) + 1;
  }
  expect(Math.max(...perMinute)).toBeLessThan(200);
  expect(Math.min(...perMinute)).toBeGreaterThan(50);
});
