// The short form of the rows that calls write most: DynamoDB charges each begun kilobyte of a row, in a
// transaction twice. What no update removes, no condition names and no index holds is packed into one
// attribute, compressed by words that such rows have and by the row's own keys, so that nothing that a key
// says is stored again. All other code knows the long form only: a row is shortened when it is put, and
// expanded when it is read (docs/adr/0021-short-rows.md).
import { uuidOf } from '#domain/shape.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** Names and words never change, because packs cannot be read with others. */
export type ShortForm = {
  /** The sort key of the rows. */
  sk: string;
  /** The attributes that are packed, with blanks between. An update may set one again, beside the pack. */
  names: string;
  /** What the packed values contain most. */
  words: string;
};

/** Loaded with the first pack, because most cold starts need none. */
const zlib = () => process.getBuiltinModule('node:zlib');

const forms = new Map<unknown, ShortForm>();
export const addShortForm = (form: ShortForm) => void forms.set(form.sk, form);

/** Releases before 1.2 refuse it. A row in its long form is of schema 1. */
const SHORT_SCHEMA = 2;

export function shortened(item: Attributes): Attributes {
  const form = forms.get(item['sk']);
  if (form === undefined) return item;
  const names = form.names.split(' ');
  const [packed, kept] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name) === wanted)),
  );
  const { text, random } = withoutRandom(JSON.stringify(packed, bytesAsText), keysOf(item));
  const pack = zlib().deflateSync(text, { dictionary: dictionaryOf(form, item) });
  return { ...kept, schema: SHORT_SCHEMA, pack: new Uint8Array(pack), random: new Uint8Array(random) };
}

/**
 * A row that is not short is returned as it is, and so is one with a damaged pack, or with that of another
 * row: its schema keeps it from being read, and no other row of a page suffers.
 */
export function expanded(item: Attributes): Attributes {
  // Before anything is copied: most reads are of rows without a pack.
  const form = item['schema'] === SHORT_SCHEMA ? forms.get(item['sk']) : undefined;
  if (form === undefined) return item;
  const { pack, random, schema, ...kept } = item;
  if (!(pack instanceof Uint8Array) || !(random instanceof Uint8Array)) return item;
  try {
    const text = zlib()
      .inflateSync(pack, { dictionary: dictionaryOf(form, item) })
      .toString();
    const packed = JSON.parse(withRandom(text, Buffer.from(random)), textAsBytes) as Attributes;
    return { ...packed, ...kept, schema: 1 };
  } catch {
    return item;
  }
}

/** The keys that a row has for ever. */
const keysOf = ({ pk, listSk, lookupPk }: Attributes) => [pk, lookupPk, listSk].join('"');
const dictionaryOf = ({ names, words }: ShortForm, item: Attributes) =>
  Buffer.from(`${names.replaceAll(' ', '":,"')}":${words}"${keysOf(item)}`);

/**
 * Begins a text that stands for bytes; a text that begins so itself has it twice. 16 bytes are an id, which
 * a key may have.
 */
const BYTES = '~';
const ID = '{';
function bytesAsText(this: Attributes, name: string): unknown {
  const value = this[name];
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value);
    return BYTES + (bytes.length === 16 ? ID + uuidOf(bytes.toString('hex')) : bytes.toString('base64url'));
  }
  return typeof value === 'string' && value[0] === BYTES ? BYTES + value : value;
}
function textAsBytes(_: string, value: unknown): unknown {
  if (typeof value !== 'string' || value[0] !== BYTES) return value;
  const rest = value.slice(1);
  if (rest[0] === BYTES) return rest;
  const isId = rest[0] === ID;
  return new Uint8Array(Buffer.from(isId ? rest.replaceAll(/\W/g, '') : rest, isId ? 'hex' : 'base64url'));
}

/**
 * Random values cannot be compressed, and are kept as bytes. In the text a mark stands for each, with a
 * letter for its form. A text that contains the mark keeps its random values.
 */
const MARK = '\x7f';
const RANDOM =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64}|[\da-f]{32}|[\dA-F]{40}|(?<==)[\w-]{16}(?=[&"])/g;
/** The letter and the bytes of a text of this length, if not `x` and 16; that of `b` is in base64. */
const FORMS: Readonly<Record<number, string>> = { 36: 'u', 64: 'h', 40: 'H', 16: 'b' };
const BYTES_OF: Readonly<Record<string, number>> = { h: 32, H: 20, b: 12 };

function withoutRandom(text: string, keys: string): { text: string; random: Buffer } {
  const random: Buffer[] = [];
  if (text.includes(MARK)) return { text, random: Buffer.alloc(0) };
  const shorter = text.replace(RANDOM, (value) => {
    if (keys.includes(value)) return value;
    const form = FORMS[value.length] ?? 'x';
    random.push(
      form === 'b' ? Buffer.from(value, 'base64url') : Buffer.from(value.replaceAll('-', ''), 'hex'),
    );
    return MARK + form;
  });
  return { text: shorter, random: Buffer.concat(random) };
}

function withRandom(text: string, random: Buffer): string {
  if (random.length === 0) return text;
  let at = 0;
  const [begin = '', ...parts] = text.split(MARK);
  const read = (part: string) => {
    const form = part.slice(0, 1);
    const end = at + (BYTES_OF[form] ?? 16);
    const text = random.toString(form === 'b' ? 'base64url' : 'hex', at, end);
    at = end;
    return (form === 'u' ? uuidOf(text) : form === 'H' ? text.toUpperCase() : text) + part.slice(1);
  };
  return begin + parts.map(read).join('');
}
