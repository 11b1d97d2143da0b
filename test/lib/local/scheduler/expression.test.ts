import { describe, expect, it } from 'vitest';
import { AwsError } from '../../../../lib/local/aws-json.ts';
import { parseExpression } from '../../../../lib/local/scheduler/expression.ts';

const anchor = Date.parse('2027-01-01T00:00:30Z');
const next = (text: string, from: string, timeZone = 'UTC') => {
  const atMs = parseExpression(text, timeZone, anchor).nextAtOrAfter(Date.parse(from));
  return atMs === undefined ? undefined : new Date(atMs).toISOString();
};

describe('a schedule expression', () => {
  it('at() names one instant in its time zone, past or not', () => {
    expect(next('at(2027-03-01T09:00:00)', '2027-01-01T00:00:00Z', 'Europe/Istanbul')).toBe(
      '2027-03-01T06:00:00.000Z',
    );
    expect(next('at(2027-03-01T09:00:00)', '2031-01-01T00:00:00Z')).toBe('2027-03-01T09:00:00.000Z');
    expect(parseExpression('at(2027-03-01T09:00:00)', 'UTC', 0).oneTime).toBe(true);
  });

  it('rate() counts from its anchor, the anchor included', () => {
    expect(next('rate(5 minutes)', '2026-01-01T00:00:00Z')).toBe('2027-01-01T00:00:30.000Z');
    expect(next('rate(5 minutes)', '2027-01-01T00:00:30Z')).toBe('2027-01-01T00:00:30.000Z');
    expect(next('rate(5 minutes)', '2027-01-01T00:00:31Z')).toBe('2027-01-01T00:05:30.000Z');
    expect(next('rate(1 hour)', '2027-01-01T00:00:31Z')).toBe('2027-01-01T01:00:30.000Z');
    expect(next('rate(30 days)', '2027-01-01T00:00:31Z')).toBe('2027-01-31T00:00:30.000Z');
  });

  it.each([
    'at(2027-02-29T09:00:00)',
    'at(2027-03-01T24:00:00)',
    'at(2027-03-01T09:00)',
    'at(2027-03-01T09:00:00Z)',
    'at(2027-03-01)',
    'rate(0 minutes)',
    'rate(-1 minutes)',
    'rate(5)',
    'rate(5 weeks)',
    'rate(1.5 hours)',
    'cron(0 9 * * *)',
    'every(5 minutes)',
    'rate(5 minutes',
    '',
  ])('that is none is refused: %s', (text) => {
    expect(() => parseExpression(text, 'UTC', anchor)).toThrow(AwsError);
  });

  it.each(['Europe/Constantinopolis', '+03:00', '', '3'])('needs a time zone that exists: %s', (timeZone) => {
    expect(() => parseExpression('rate(5 minutes)', timeZone, anchor)).toThrow(AwsError);
  });
});
