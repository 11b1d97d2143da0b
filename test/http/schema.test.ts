import { expect, it } from 'vitest';
import { instant } from '#contract/field/datetime.ts';
import { fields } from '#contract/field/field.ts';
import { kept, parse } from '#http/schema.ts';

it('a schema is built once per time zone and key kind, and reads dates in its own time zone', () => {
  const built: string[] = [];
  const schema = kept(({ timeZone, mode }) => {
    built.push(`${timeZone} ${mode}`);
    return fields({ at: instant(timeZone) });
  });
  const read = (timeZone: string, mode: 'test' | 'live') =>
    new Date(parse(schema, { timeZone, mode }, { at: '2026-11-20T12:00' }).at).toISOString();
  for (const _ of [1, 2]) {
    expect(read('Europe/Istanbul', 'live')).toBe('2026-11-20T09:00:00.000Z');
    expect(read('Asia/Tokyo', 'live')).toBe('2026-11-20T03:00:00.000Z');
    expect(read('Asia/Tokyo', 'test')).toBe('2026-11-20T03:00:00.000Z');
  }
  expect(built).toEqual(['Europe/Istanbul live', 'Asia/Tokyo live', 'Asia/Tokyo test']);
});
