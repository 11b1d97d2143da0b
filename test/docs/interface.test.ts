// docs/interface names each error code with the status that the code gives it.
import { describe, expect, it } from 'vitest';
import { ERRORS } from '#domain/rejection-table.ts';
import { pages } from './statements.ts';

const statuses: Readonly<Record<string, { status: number }>> = ERRORS;

describe('docs/interface', () => {
  const named = pages.flatMap(({ text }) =>
    [...text.replaceAll(/\s+/g, ' ').matchAll(/\b([1-5]\d\d) `([A-Z][A-Z0-9_]+)`/g)].map(
      ([, status = '', code = '']) => ({ code, status: Number(status) }),
    ),
  );

  it('each error code is named with its HTTP status', () => {
    expect(named.length).toBeGreaterThan(30);
    expect(named).toEqual(named.map(({ code }) => ({ code, status: statuses[code]?.status })));
  });

  it('each rule begins a paragraph', () => {
    const inside = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/(?<!\n\n)<a id="([^"]+)"><\/a>\*\*/g)].map(([, id]) => `${path} ${id}`),
    );
    expect(inside).toEqual([]);
  });
});
