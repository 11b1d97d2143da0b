import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandColors, contrast, readBrandColor } from '#domain/branding/brand-color.ts';

const LIGHT = ['#ffffff', '#f4f5fa'];
const DARK = ['#11141b', '#0c0f15', '#181c25'];

describe('the colour of a shop', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#0000ff', '#ffffff', 8.59],
    ['#ff0000', '#ffffff', 4],
  ])('the contrast of %s and %s is that of WCAG: %d', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 2);
  });

  it.each([
    ['#8A4B22', 'a brown in capitals'],
    ['#3446c8', 'the blue of a page without a face'],
    ['#ffcc00', 'a yellow, whose text is dark'],
    ['#ffffff', 'white, whose text is dark'],
    ['#000000', 'black'],
    ['#e30a17', 'a red'],
  ])('the colour %s is accepted, %s', (color) => {
    expect(readBrandColor(color)).toEqual({ kind: 'color', color: color.toLowerCase() });
  });

  it.each(['', 'red', '#fff', '#12345', '#1234567', 'rgb(1,2,3)', '#8a4b2g', ' #8a4b22', '#8a4b22;}'])(
    'the text %j is no colour',
    (text) => {
      expect(readBrandColor(text)).toEqual({ kind: 'malformed' });
      expect(brandColors(text)).toBeUndefined();
    },
  );

  it.each([
    ['#777777', '4.47'],
    ['#7c7c7c', '4.20'],
    ['#ff0000', '4.39'],
  ])(
    'the colour %s is refused, since its best text has a contrast of %s, with a colour that passes',
    (color, best) => {
      const reading = readBrandColor(color);
      if (reading.kind !== 'unreadable') throw new Error(`${color} is ${reading.kind}`);
      expect(reading.contrast).toBe(best);
      expect(readBrandColor(reading.nearby)).toEqual({ kind: 'color', color: reading.nearby });
      expect(contrast(color, reading.nearby)).toBeLessThan(1.3);
    },
  );

  it('texts have a contrast of 4.5, and buttons one of 3, with any accepted colour', () => {
    const color = fc
      .integer({ min: 0, max: 0xffffff })
      .map((number) => `#${number.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(color, (chosen) => {
        const reading = readBrandColor(chosen);
        const passing = reading.kind === 'unreadable' ? reading.nearby : chosen;
        const colors = brandColors(passing);
        if (colors === undefined) throw new Error(`${passing} gives no colors`);
        for (const [scheme, grounds] of [
          [colors.light, LIGHT],
          [colors.dark, DARK],
        ] as const) {
          expect(contrast(scheme.faceInk, scheme.face), 'button').toBeGreaterThanOrEqual(4.5);
          expect(contrast(scheme.faceInk, scheme.faceOver), 'button under a pointer').toBeGreaterThanOrEqual(
            4.5,
          );
          for (const ground of [...grounds, scheme.tint]) {
            expect(contrast(scheme.accent, ground), 'link').toBeGreaterThanOrEqual(4.5);
          }
          for (const ground of grounds) {
            const edge = Math.max(contrast(scheme.face, ground), contrast(scheme.faceEdge, ground));
            expect(edge, 'edge of the button').toBeGreaterThanOrEqual(3);
          }
        }
        expect(colors.light.face).toBe(passing);
      }),
    );
  });
});
