// Every state of the buyer's pages looks as it was last accepted.
import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACCEPTED, accept, changedNames, fingerprintsOf, readAccepted } from './accepted.ts';
import { takeGallery } from './gallery.ts';

const HINT =
  'Look at them in screenshots/ and accept what is right: npm run trial -- screenshots accept NAME...';

it('every page looks as accepted, on phone and desktop, in both languages and schemes', async () => {
  const taken = fingerprintsOf(await takeGallery());
  expect(changedNames(taken, readAccepted()), HINT).toEqual([]);
});

it('the accepted fingerprints take at most 50 KB', () => {
  expect(statSync(ACCEPTED).size).toBeLessThanOrEqual(50_000);
});

describe('accepted pictures', () => {
  const [before, now] = ['1x1 A', '1x1 Z'];
  const accepted = new Map([
    ['form-phone-tr-light', before],
    ['form-phone-en-dark', before],
    ['paid-phone-tr-light', before],
  ]);
  const taken = new Map([
    ['form-phone-tr-light', now],
    ['form-desktop-en-light', now],
    ['paid-phone-tr-light', now],
  ]);

  it('changed, new and gone pictures are named', () => {
    expect(changedNames(taken, accepted).toSorted()).toEqual(
      [...new Set([...accepted.keys(), ...taken.keys()])].toSorted(),
    );
    expect(changedNames(taken, taken)).toEqual([]);
  });

  it('the name of a view accepts all its looks, new and gone ones too, and no other view', () => {
    const after = accept(['form'], taken, accepted);
    expect(Object.fromEntries(after)).toEqual({
      'form-phone-tr-light': now,
      'form-desktop-en-light': now,
      'paid-phone-tr-light': before,
    });
    expect(changedNames(taken, after)).toEqual(['paid-phone-tr-light']);
  });

  it('the name of a picture accepts this one only, and an unknown name none', () => {
    expect(changedNames(taken, accept(['paid-phone-tr-light'], taken, accepted))).toHaveLength(3);
    expect(() => accept(['paid', 'fomr'], taken, accepted)).toThrow('No picture has the name fomr.');
  });
});
