import { describe, expect, it } from 'vitest';
import { expectEscaped } from '../page/expect-escaped.ts';
import { expectSameSkeleton } from '../page/expect-same-skeleton.ts';
import { markupAttacks } from './corpora.ts';

describe('the public collections of markup attacks', () => {
  it('no text leaves the element or attribute that contains it', () => {
    const texts = markupAttacks();
    expect(texts.length).toBeGreaterThan(600);
    for (const text of texts) expectEscaped(text);
  });

  it('no text changes a tag or an attribute of any page', () => {
    for (const text of markupAttacks()) expectSameSkeleton(text);
  });
});
