// Values from outside are read by their types, or refused with the place of the fault, never with the value.
import { describe, expect, it } from 'vitest';
import {
  bytes,
  code,
  either,
  flag,
  integer,
  listOf,
  natural,
  object,
  oneOf,
  optional,
  ShapeError,
  text,
  texts,
  uuid,
  word,
  yes,
} from '#domain/shape.ts';

const SECRET = '5528790000000008';
/** The message of the error that a value is refused with. */
function problemOf(shape: { read: (value: unknown, place: string) => unknown }, value: unknown): string {
  try {
    shape.read(value, 'row');
  } catch (error) {
    if (error instanceof ShapeError) return error.message;
    throw error;
  }
  throw new Error('The value was accepted.');
}

describe('a simple shape', () => {
  it.each([
    [text, '', 1],
    [flag, false, 'false'],
    [yes, true, false],
    [bytes, new Uint8Array([1]), [1]],
    [integer, -1, 1.5],
    [integer, 0, Number.MAX_SAFE_INTEGER + 1],
    [natural, 0, -1],
    [texts, new Set(['a']), new Set([1])],
    [oneOf(['TRY', 'USD']), 'USD', 'usd'],
    [code(), 'CARD_LIMIT_EXCEEDED', 'Card limit'],
    [word(), 'settlements:read', 'settlements:'],
    [word(), 'read', 'Read it'],
    [listOf(text), ['a', 'b'], 'a'],
  ])('a shape returns a value that fits and refuses one that does not (%#)', (shape, good, bad) => {
    expect(shape.read(good, 'row')).toEqual(good);
    for (const wrong of [bad, undefined, null]) expect(() => shape.read(wrong, 'row')).toThrow(ShapeError);
  });
});

describe('an object', () => {
  const card = object({
    number: text,
    owner: optional(object({ name: text, tags: optional(listOf(text)) })),
  });

  it('an object leaves out optional properties that are absent', () => {
    expect(card.read({ number: '1', owner: { name: 'Ayşe' } }, 'row')).toEqual({
      number: '1',
      owner: { name: 'Ayşe' },
    });
  });

  it('an object hides properties without a shape, in copies too, and writes them back', () => {
    const stored = { number: '1', more: 2, owner: { name: 'Ayşe', older: { than: ['this'] } } };
    const read = card.read(stored, 'row');
    expect(Object.entries(read)).toEqual([
      ['number', '1'],
      ['owner', expect.objectContaining({ name: 'Ayşe' })],
    ]);
    expect(JSON.stringify(read)).toBe('{"number":"1","owner":{"name":"Ayşe"}}');
    expect(card.write?.({ ...read, number: '2' })).toEqual({ ...stored, number: '2' });
    expect(card.write?.({ ...read, owner: { name: 'Ali' } })).toEqual({ ...stored, owner: { name: 'Ali' } });
  });

  it('a malformed object names the place in its message and in the logged name', () => {
    expect(problemOf(card, { number: '1', owner: { name: 'Ayşe', tags: ['a', 2] } })).toBe(
      'row.owner.tags[1] is not a text.',
    );
    expect(problemOf(card, { owner: {} })).toBe('row.number is missing.');
    expect(problemOf(card, 'card')).toBe('row is not an object.');
    expect(() => card.read({}, 'row')).toThrow(expect.objectContaining({ name: 'ShapeError at row.number' }));
  });

  it('a refusal never repeats the value', () => {
    const wrong = [
      { number: [SECRET] },
      { number: '1', owner: SECRET },
      { number: '1', owner: { name: { SECRET } } },
    ];
    for (const value of [...wrong, SECRET]) expect(problemOf(card, value)).not.toContain(SECRET);
    expect(problemOf(oneOf(['a']), SECRET)).not.toContain(SECRET);
  });
});

describe('a UUID', () => {
  const id = '01890000-0000-7000-8000-00000000000a';

  it('a UUID is stored in 16 bytes and read back unchanged', () => {
    const stored = uuid.write?.(id) as Uint8Array;
    expect(stored).toHaveLength(16);
    expect(uuid.read(new Uint8Array(stored), 'row.by')).toBe(id);
  });

  it.each([[id], [new Uint8Array(15)], [null]])('%j is not a UUID', (value) =>
    expect(problemOf(uuid, value)).toBe('row is not a UUID.'),
  );
});

describe('a choice of shapes', () => {
  type Resolution = { kind: 'approved'; reference: string } | { kind: 'declined'; reason?: string };
  const resolution = either<Resolution, 'kind'>('kind', {
    approved: object({ kind: oneOf(['approved']), reference: text }),
    declined: object({ kind: oneOf(['declined']), reason: optional(text) }),
  });

  it('a choice of shapes is read and written by the shape that its tag names', () => {
    const approved = { kind: 'approved', reference: '1' } as const;
    expect(resolution.read({ kind: 'approved', reference: '1' }, 'row')).toEqual(approved);
    expect(resolution.write?.(approved)).toEqual({ kind: 'approved', reference: '1' });
    expect(resolution.read({ kind: 'declined' }, 'row')).toEqual({ kind: 'declined' });
  });

  it('a choice of shapes refuses an unknown tag without repeating it', () => {
    expect(problemOf(resolution, { kind: SECRET })).toBe('row.kind is not one of approved, declined.');
    expect(problemOf(resolution, undefined)).toBe('row.kind is not one of approved, declined.');
  });
});
