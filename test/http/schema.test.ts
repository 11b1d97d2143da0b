import { expect, it } from 'vitest';
import { instant } from '#contract/field/datetime.ts';
import { fields } from '#contract/field/field.ts';
import { kept, parse } from '#http/schema.ts';

it('a schema is made once for each zone and kind of key, and reads on the clocks of its own zone', () => {
  const made: string[] = [];
  const schema = kept(({ timeZone, keyKind }) => {
    made.push(`${timeZone} ${keyKind}`);
    return fields({ at: instant(timeZone) });
  });
  const read = (timeZone: string, keyKind: 'test' | 'live') =>
    new Date(parse(schema, { timeZone, keyKind }, { at: '2026-11-20T12:00' }).at).toISOString();
  for (const _ of [1, 2]) {
    expect(read('Europe/Istanbul', 'live')).toBe('2026-11-20T09:00:00.000Z');
    expect(read('Asia/Tokyo', 'live')).toBe('2026-11-20T03:00:00.000Z');
    expect(read('Asia/Tokyo', 'test')).toBe('2026-11-20T03:00:00.000Z');
  }
  expect(made).toEqual(['Europe/Istanbul live', 'Asia/Tokyo live', 'Asia/Tokyo test']);
});
