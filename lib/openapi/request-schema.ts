// JSON Schemas of requests, from the values that the fields of a contract accept.
import type { Accepts } from '#contract/field/accepts.ts';
import { METADATA_LIMITS } from '#contract/field/metadata.ts';
import { decimal, type JsonSchema } from './json-schema.ts';

export function requestSchema(accepts: Accepts): JsonSchema {
  const schema = valueSchema(accepts);
  return {
    ...schema,
    ...(accepts.clearable && removable(schema)),
    // The default time zone is omitted, because it is the merchant's own.
    ...(accepts.default !== undefined && accepts.kind !== 'timeZone' && { default: accepts.default }),
  };
}

/** Bounds are those of a value that is not removed. */
function removable({ type, description, minimum }: JsonSchema): JsonSchema {
  const empty = { string: '`""`', number: '`0`', integer: '`0`', object: '`{}`' }[String(type)];
  const words = [description, `${empty} removes it.`].filter((one) => one !== undefined);
  return { description: words.join(' '), ...(minimum !== undefined && { minimum: 0 }) };
}

function valueSchema(accepts: Accepts): JsonSchema {
  switch (accepts.kind) {
    case 'text':
      return { type: 'string', ...lengths(accepts) };
    case 'digits':
      return { type: 'string', ...lengths(accepts), pattern: '^[0-9]+$' };
    case 'integer':
      return { type: 'integer', minimum: accepts.min, maximum: accepts.max };
    case 'amount':
      return { ...decimal, minimum: accepts.min, maximum: accepts.max };
    case 'choice':
      return { type: 'string', enum: accepts.values };
    case 'url':
      return { type: 'string', ...lengths({ min: 1, ...accepts }), format: 'uri' };
    case 'email':
      return { type: 'string', ...lengths({ min: 1, ...accepts }), format: 'email' };
    case 'boolean':
      return { type: 'boolean' };
    case 'metadata':
      return METADATA;
    case 'list':
      return { type: 'array', items: requestSchema(accepts.item), maxItems: accepts.max };
    case 'object':
      return objectSchema(accepts);
    case 'color':
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
      return { type: 'string', ...SPECIAL_TEXTS[accepts.kind] };
  }
}

const METADATA: JsonSchema = {
  type: 'object',
  maxProperties: METADATA_LIMITS.entries,
  propertyNames: { minLength: 1, maxLength: METADATA_LIMITS.name },
  additionalProperties: { type: 'string', maxLength: METADATA_LIMITS.value },
  description: 'Names and texts of the merchant’s own, returned as they are. No card data.',
};

const lengths = ({ min, max }: { min: number; max: number }): JsonSchema => ({
  ...(min > 0 && { minLength: min }),
  maxLength: max,
});

const SPECIAL_TEXTS = {
  color: { pattern: '^#[0-9A-Fa-f]{6}$', description: 'Red, green and blue, like #8a4b22.' },
  uuid: { format: 'uuid' },
  bin: {
    pattern: '^[0-9]{6}([0-9]{2})?$',
    description: 'The first six or eight digits of the card number.',
  },
  cardNumber: { description: 'The number on the card: 15 to 19 digits, with or without spaces and hyphens.' },
  expiryMonth: { pattern: '^[0-9]{1,2}$', description: 'The month on the card, 1 to 12, like 07.' },
  expiryYear: {
    pattern: '^([0-9]{2}|[0-9]{4})$',
    description: 'The year on the card, with two or four digits, like 29 or 2029.',
  },
  datetime: { format: 'date-time' },
  chargeDate: {
    description:
      'A datetime like 2026-11-20T09:00:00Z. A date alone, like 2026-11-20, means 10:00 local time.',
  },
  firstDay: {
    description:
      'From when on: a datetime like 2026-11-20T09:00:00Z, or a day like 2026-11-20 from its beginning.',
  },
  windowStart: {
    description:
      'From when on. A date like 2026-11-20 is the whole day, a datetime the first instant of the window.',
  },
  windowEnd: {
    description:
      'Until when. A date like 2026-11-20 is the whole day, a datetime the first instant after the window.',
  },
  timeZone: { description: 'An IANA name like Europe/Istanbul. The default is the merchant’s time zone.' },
};

function objectSchema({ fields }: Extract<Accepts, { kind: 'object' }>): JsonSchema {
  const all = Object.entries(fields);
  const required = all.filter(([, { accepts }]) => !accepts.optional).map(([name]) => name);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(all.map(([name, { accepts }]) => [name, requestSchema(accepts)])),
  };
}

/** The parameters of a query. */
export function queryParameters(query: Accepts): JsonSchema[] {
  if (query.kind !== 'object') throw new Error('A query is an object of fields.');
  const { fields, anyOf = [] } = query;
  return Object.entries(fields).flatMap(([name, { accepts }]) => {
    const parameter = { in: 'query', required: !accepts.optional };
    const { default: _, ...other } = requestSchema(accepts);
    const { otherName } = accepts;
    return [
      {
        name,
        ...parameter,
        ...(anyOf.includes(name) && { description: `${anyOf.join(' or ')} is required.` }),
        schema: requestSchema(accepts),
      },
      ...(otherName
        ? [{ name: otherName, ...parameter, description: `The same as ${name}.`, schema: other }]
        : []),
    ];
  });
}
