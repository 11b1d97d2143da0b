// JSON Schemas of requests, from the values that the fields of a contract accept.
import type { Accepts } from '#contract/field/accepts.ts';
import { METADATA_LIMITS } from '#contract/field/metadata.ts';
import { type Components, listNames, typeName } from './components.ts';
import { decimal, type JsonSchema } from './json-schema.ts';
import { meaningOf, sentMeaningOf } from './words/fields.ts';
import { type BilingualText, say } from './words/said.ts';

// No pattern here has a look-ahead, a class of Unicode or a character beyond ASCII: Go knows no look-ahead,
// and PHP's generator reads texts as bytes.
const MONTHS_AND_DAYS = [
  '(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])',
  '(?:0[13-9]|1[0-2])-(?:29|30)',
  '(?:0[13578]|1[02])-31',
].join('|');
/** Of years, those that four divides; of centuries too. */
const LEAP_YEAR = '(?:[1-9][0-9](?:0[48]|[2468][048]|[13579][26])|(?:[2468][048]|[13579][26])00)';
const DAY = `(?:[1-9][0-9]{3}-(?:${MONTHS_AND_DAYS})|${LEAP_YEAR}-02-29)`;
const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,9})?)?';
const OFFSET = '(?:Z|[+-](?:0[0-9]|1[0-7])(?::?[0-5][0-9])?)(?:\\[[A-Za-z][A-Za-z0-9_/+:-]*\\])?';
const TIME = `[T ]${CLOCK}(?:${OFFSET})?`;
const INSTANT = { pattern: `^${DAY}${TIME}$` };
const DAY_OR_INSTANT = { pattern: `^${DAY}(?:${TIME})?$` };
/** Free text: controls are refused, and so are blanks alone where a text is required. */
const CHARACTER = '[^\\x00-\\x1f\\x7f]';
const SOME_TEXT = { pattern: `^${CHARACTER}*[^\\x00-\\x20\\x7f]${CHARACTER}*$` };
const ANY_TEXT = { pattern: `^${CHARACTER}*$` };
const TWO_DECIMALS: BilingualText = [
  'With at most two decimals, like 149.9.',
  'En çok iki ondalıkla, 149.9 gibi.',
];

/** What a kind of value adds to the meaning of its field: its form, and a sentence on it. */
const FORMS: Partial<Record<Accepts['kind'], { schema?: JsonSchema; said?: BilingualText }>> = {
  amount: { said: TWO_DECIMALS },
  color: { schema: { pattern: '^#[0-9A-Fa-f]{6}$' } },
  digest: { schema: { pattern: '^[0-9A-Fa-f]{64}$' } },
  uuid: { schema: { format: 'uuid' } },
  bin: { schema: { pattern: '^[0-9]{6}([0-9]{2})?$' } },
  cardNumber: { schema: { pattern: '^[0-9](?:[ -]*[0-9]){14,18}$' } },
  expiryMonth: { schema: { pattern: '^(?:0?[1-9]|1[0-2])$' } },
  expiryYear: { schema: { pattern: '^([0-9]{2}|[0-9]{4})$' } },
  url: { schema: { format: 'uri', pattern: '^https?://' } },
  origin: { schema: { format: 'uri', pattern: '^https?://[A-Za-z0-9._-]+(?::[0-9]{1,5})?/?$' } },
  email: {
    schema: {
      format: 'email',
      pattern: '^[^@\\s]+@[^@\\s]+\\.(?:[^\\x00-\\x40\\x5b-\\x60\\x7b-\\x7f]{2,}|xn--[a-z0-9-]+)$',
    },
  },
  addressRange: { schema: { pattern: '^[0-9A-Fa-f.:]{2,45}(?:/[0-9]{1,3})?$' } },
  datetime: {
    schema: INSTANT,
    said: ['An instant, like 2026-11-20T09:00:00Z.', '2026-11-20T09:00:00Z gibi bir an.'],
  },
  chargeDate: {
    schema: DAY_OR_INSTANT,
    said: [
      'A datetime like 2026-11-20T09:00:00Z. A date alone, like 2026-11-20, means 10:00 local time.',
      '2026-11-20T09:00:00Z gibi bir an. Yalnız tarih, 2026-11-20 gibi, yerel saatle 10:00 demektir.',
    ],
  },
  firstDay: {
    schema: DAY_OR_INSTANT,
    said: [
      'A datetime like 2026-11-20T09:00:00Z, or a day like 2026-11-20 from its beginning.',
      '2026-11-20T09:00:00Z gibi bir an ya da başlangıcından itibaren 2026-11-20 gibi bir gün.',
    ],
  },
  windowStart: {
    schema: DAY_OR_INSTANT,
    said: [
      'A date like 2026-11-20 is the whole day, a datetime the first instant of the window.',
      '2026-11-20 gibi bir tarih günün tamamıdır; an, aralığın ilk anıdır.',
    ],
  },
  windowEnd: {
    schema: DAY_OR_INSTANT,
    said: [
      'A date like 2026-11-20 is the whole day, a datetime the first instant after the window.',
      '2026-11-20 gibi bir tarih günün tamamıdır; an, aralıktan sonraki ilk andır.',
    ],
  },
  timeZone: {
    schema: { pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$' },
    said: ['The default is the merchant’s own.', 'Varsayılan, üye iş yerininkidir.'],
  },
};

/** Where a field is: the name of the object that has it, and its own. */
type ObjectField = { object: string; field: string };

/** The schema of a field, with its meaning. */
function fieldSchema(accepts: Accepts, { object, field }: ObjectField, components: Components): JsonSchema {
  const schema = withDefault(accepts, valueSchema(accepts, { object, field }, components));
  const said = FORMS[accepts.kind]?.said;
  const removed = accepts.clearable ? (REMOVED[accepts.kind] ?? EMPTY) : undefined;
  return {
    ...schema,
    ...(accepts.clearable && removable(schema)),
    description: say(
      sentMeaningOf(`${object}.${field}`),
      ...(said ? [said] : []),
      ...(removed ? [removed] : []),
    ),
  };
}

/** Bounds and forms are those of a value that is not removed. */
const removable = ({ minimum, minLength, pattern }: JsonSchema): JsonSchema => ({
  ...(minimum !== undefined && { minimum: 0 }),
  ...(minLength !== undefined && { minLength: 0 }),
  ...(pattern !== undefined && { pattern: `^$|${pattern}` }),
});

/**
 * The default time zone is omitted, because it is the merchant's own, and a sum of 0, because Java's
 * generator writes it as a double where it was told to use BigDecimal.
 */
const withDefault = (accepts: Accepts, schema: JsonSchema): JsonSchema => ({
  ...schema,
  ...(accepts.default !== undefined &&
    accepts.kind !== 'timeZone' &&
    accepts.kind !== 'amount' && { default: accepts.default }),
});

const removedBy = (value: string): BilingualText => [
  `\`${value}\` removes it.`,
  `\`${value}\` onu kaldırır.`,
];
const EMPTY = removedBy('""');
const REMOVED: Partial<Record<Accepts['kind'], BilingualText>> = {
  amount: removedBy('0'),
  integer: removedBy('0'),
  metadata: removedBy('{}'),
  object: removedBy('{}'),
};

function valueSchema(accepts: Accepts, place: ObjectField, components: Components): JsonSchema {
  const form = FORMS[accepts.kind]?.schema;
  switch (accepts.kind) {
    case 'text': {
      const form = PATTERNS[place.field] ?? (accepts.min > 0 ? SOME_TEXT : ANY_TEXT);
      return { type: 'string', ...lengths(accepts), ...form };
    }
    case 'digits':
      return { type: 'string', ...lengths(accepts), pattern: `^[0-9]{${accepts.min},${accepts.max}}$` };
    case 'integer':
      return { type: 'integer', minimum: accepts.min, maximum: accepts.max };
    case 'amount':
      return { type: 'number', format: decimal.format, minimum: accepts.min, maximum: accepts.max };
    case 'choice': {
      const names = listNames(place.object.replace(/(?:Create|Update)?Body$/, ''), place.field);
      return components.refer({ type: 'string', enum: accepts.values }, ...names);
    }
    case 'percent':
      return { type: 'number', minimum: accepts.min, maximum: accepts.max };
    case 'day':
      return { type: 'string', format: 'date' };
    case 'url':
    case 'origin':
    case 'email':
    case 'addressRange':
      return { type: 'string', ...lengths({ min: 1, ...accepts }), ...form };
    case 'boolean':
      return { type: 'boolean' };
    case 'metadata':
      return components.refer(METADATA, 'Metadata');
    case 'list': {
      const item = { ...place, field: place.field.replace(/s$/, '') };
      const items = valueSchema(accepts.item, item, components);
      return { type: 'array', items, ...(accepts.min && { minItems: accepts.min }), maxItems: accepts.max };
    }
    case 'object': {
      const name = typeName(place.field);
      return components.refer(objectSchema(accepts, name, components), name, `${place.object}${name}`);
    }
    case 'color':
    case 'digest':
    case 'uuid':
    case 'bin':
    case 'cardNumber':
    case 'expiryMonth':
    case 'expiryYear':
    case 'datetime':
    case 'chargeDate':
    case 'firstDay':
    case 'windowStart':
    case 'windowEnd':
    case 'timeZone':
      return { type: 'string', ...form };
  }
}

/** The forms of texts that are known by their name. */
const PATTERNS: Readonly<Record<string, JsonSchema>> = {
  // In an update any text, which is compared with the card's own.
  cardNumber: {},
  supportPhone: { pattern: '^\\+?(?:\\([ ()-]*)?[0-9](?:[ ()-]*[0-9]){2,14}[ ()-]*$' },
  cursor: { pattern: '^[A-Za-z0-9_-]+$' },
  eventType: { pattern: '^(?:\\*|[a-z_]+\\.(?:\\*|[a-z_]+))$' },
};

const METADATA: JsonSchema = {
  type: 'object',
  maxProperties: METADATA_LIMITS.entries,
  propertyNames: { minLength: 1, maxLength: METADATA_LIMITS.name, ...SOME_TEXT },
  additionalProperties: { type: 'string', maxLength: METADATA_LIMITS.value, ...ANY_TEXT },
};

const lengths = ({ min, max }: { min: number; max: number }): JsonSchema => ({
  ...(min > 0 && { minLength: min }),
  maxLength: max,
});

type ObjectOf = Extract<Accepts, { kind: 'object' }>;

/** `name` is that of the component. */
function objectSchema({ fields }: ObjectOf, name: string, components: Components): JsonSchema {
  const all = Object.entries(fields);
  const required = all.filter(([, { accepts }]) => !accepts.optional).map(([field]) => field);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      all.map(([field, { accepts }]) => [field, fieldSchema(accepts, { object: name, field }, components)]),
    ),
    // A field that does not exist is refused. No answer refers to these objects: answers stay open.
    additionalProperties: false,
  };
}

/** The body of a call, called after the call; equal bodies are one. */
export function bodySchema(body: Accepts, operation: string, components: Components): JsonSchema {
  if (body.kind !== 'object') throw new Error('A body is an object of fields.');
  const name = `${typeName(operation)}Body`;
  return components.refer(objectSchema(body, name, components), name);
}

/** A list of values has a name only if a body has it too: Go knows all constants by their values alone. */
function parameterSchema(accepts: Accepts, place: ObjectField, components: Components): JsonSchema {
  if (accepts.kind !== 'choice') return valueSchema(accepts, place, components);
  const schema = { type: 'string', enum: accepts.values };
  return components.known(schema) ?? schema;
}

/** The parameters of a query. */
export function queryParameters(query: Accepts, object: string, components: Components): JsonSchema[] {
  if (query.kind !== 'object') throw new Error('A query is an object of fields.');
  const { fields, anyOf = [] } = query;
  const oneOfThem: BilingualText = [
    `${anyOf.join(' or ')} is required.`,
    `${anyOf.join(' veya ')} zorunludur.`,
  ];
  return Object.entries(fields).map(([name, { accepts }]) => {
    const schema = withDefault(accepts, parameterSchema(accepts, { object, field: name }, components));
    const said = FORMS[accepts.kind]?.said;
    const description = say(
      meaningOf(`?${name}`),
      ...(said ? [said] : []),
      ...(anyOf.includes(name) ? [oneOfThem] : []),
    );
    // Other names of a parameter are for callers who write their calls by hand: a client needs one.
    return {
      name,
      in: 'query',
      required: !accepts.optional,
      ...(accepts.optional && { allowEmptyValue: true }),
      description,
      schema,
    };
  });
}
