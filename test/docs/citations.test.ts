// Comments cite the rules of docs/interface by page and number. Every citation names a rule that exists, and
// every link between documents has a target.
import { describe, expect, it } from 'vitest';
import { anchorsIn, brokenLinks, citations, oldCitations, pages, resolves } from './statements.ts';

describe('docs/interface', () => {
  it.each(pages.map(({ path, text }) => [path, text]))(
    'page %s numbers its statements in order',
    (_, text) => {
      const ids = anchorsIn(text);
      expect(new Set(ids).size).toBe(ids.length);
      for (const prefix of new Set(ids.map((id) => id.replace(/\d+$/, '')))) {
        const numbers = ids
          .filter((id) => id.replace(/\d+$/, '') === prefix)
          .map((id) => Number(id.slice(prefix.length)));
        expect(numbers, prefix).toEqual(numbers.toSorted((one, other) => one - other));
      }
    },
  );
});

describe('citations in comments', () => {
  it('every citation names a page of docs/interface and a statement on it', () => {
    expect(citations().length).toBeGreaterThan(60);
    expect(citations().filter((citation) => !resolves(citation))).toEqual([]);
  });

  it('every citation has the form of a page and a number', () => {
    expect(oldCitations()).toEqual([]);
  });
});

describe('links between documents', () => {
  it('every link leads to a file and, if it names one, to a heading or statement of it', () => {
    expect(brokenLinks()).toEqual([]);
  });
});
