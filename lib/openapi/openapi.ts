// The merchant API as an OpenAPI document, for client generators and other tools. Calls come from the route
// table, requests from the contracts, refusals from their table, and responses from the types of the
// functions that show an object.
import { readFileSync } from 'node:fs';
import { UNDONE_CODES } from '#domain/refund/refund-operation.ts';
import { BANK_DECLINES, type ErrorCode } from '#domain/rejection-table.ts';
import { VISIBLE_ASCII } from '#http/idempotency/idempotency-key.ts';
import type { ResponseShape } from '#routes/route.ts';
import { ROUTES, type Route } from '#routes.ts';
import { answerSchemas } from './answer-schemas.ts';
import { Components } from './components.ts';
import { type JsonSchema, OPEN, oneOf, reference, text } from './json-schema.ts';
import { operationOf, returnedBy } from './operation.ts';
import { nounOf } from './operation-names.ts';
import { refusalSchemas } from './refusals.ts';
import { envelopeName, refusalExamples } from './responses.ts';
import { eventSchemas } from './webhooks.ts';
import { described } from './words/fields.ts';
import { meaningOfNoun } from './words/operations.ts';
import { type BilingualText, say } from './words/said.ts';

export const OPENAPI_FILE = new URL('../../docs/openapi.json', import.meta.url);
/** That of the service, which the document and its clients carry. */
const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };
/** Its texts in Turkish, by the English ones. */
export const TURKISH_FILE = new URL('../../docs/openapi.tr.json', import.meta.url);

const ABOUT: readonly BilingualText[] = [
  [
    'Every call needs the header X-Api-Key, and a key with the scope that the operation names.',
    'Her çağrı X-Api-Key başlığını ve işlemin adını verdiği yetkiye sahip bir anahtarı ister.',
  ],
  [
    'Every response has the same five keys: success, message, data, errorCode and timestamp.',
    'Her yanıtta aynı beş anahtar vardır: success, message, data, errorCode ve timestamp.',
  ],
  [
    'A POST, PUT or DELETE can be repeated safely if it carries an Idempotency-Key.',
    'Idempotency-Key taşıyan POST, PUT veya DELETE güvenle yinelenebilir.',
  ],
  [
    'A later version may add fields, codes, event types and other values: ignore what you do not know.',
    'Sonraki bir sürüm alan, kod, olay türü ve başka değerler ekleyebilir: tanımadığınızı yok sayın.',
  ],
  [
    'In a request, null means the same as leaving the field out, unless null is among the types ' +
      'of the field.',
    'İstekte null, türleri arasında null yoksa alanı göndermemekle aynıdır.',
  ],
  [
    'Blanks at both ends of a text are removed, and values of an enum are read in any case.',
    'Metnin iki ucundaki boşluklar silinir, sabit değerlerde büyük küçük harf ayrımı yoktur.',
  ],
  [
    'An unknown query parameter is refused (UNKNOWN_PARAMETER), and so is an unknown field of a body' +
      ' (UNKNOWN_FIELD). A POST ignores fields of its own answer that are null, empty, zero or ' +
      'false, and a PUT' +
      ' takes what a GET returned; a field that it cannot change must equal the record (FIELD_IMMUTABLE).',
    'Bilinmeyen sorgu parametresi (UNKNOWN_PARAMETER) ve gövdedeki bilinmeyen alan ' +
      '(UNKNOWN_FIELD) reddedilir.' +
      ' POST, kendi yanıtının null, boş, sıfır veya false olan alanlarını yok sayar; PUT, GET’in ' +
      'döndürdüğünü' +
      ' alır, değiştiremediği alan kayıttakine eşit olmalıdır (FIELD_IMMUTABLE).',
  ],
  [
    'A datetime without an offset is local time of the merchant, or of the timeZone that is sent beside it.',
    'Saat farkı olmayan an, üye iş yerinin ya da yanında gönderilen timeZone diliminin yerel saatidir.',
  ],
  [
    'Messages are Turkish unless Accept-Language prefers English; codes are the same in both languages.',
    'Accept-Language İngilizceyi yeğlemedikçe iletiler Türkçedir; kodlar iki dilde aynıdır.',
  ],
];

/** `npm start`, and the stages of whoever operates the service. A stage serves the document with its own. */
const SERVERS = [
  { url: 'http://localhost:3000', description: say(['npm start', 'npm start']) },
  {
    url: 'https://{host}',
    description: say([
      'A stage: the host is the one of its operator; a key is of test or of live.',
      'Bir ortam: adresi operatörünündür; anahtar test ya da canlıdır.',
    ]),
    variables: {
      host: {
        default: 'api.example.com',
        description: say(['The host of the API.', 'API’nin sunucusu.']),
      },
    },
  },
];

/** The document of the merchant's calls. The buyer's pages are not part of the API. */
export async function openApiDocument(): Promise<JsonSchema> {
  const routes = ROUTES.filter(({ audience }) => audience === 'merchant');
  const paths: Record<string, JsonSchema> = {};
  const shared = { components: new Components(), responses: {} as Record<string, JsonSchema> };
  const rejections = new Set<ErrorCode>();
  for (const route of routes) {
    const operation = await operationOf(route, shared);
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation.schema };
    for (const code of operation.rejections) rejections.add(code);
  }
  const answers = answerSchemas(shared.components);
  const refusals = refusalSchemas([...rejections], (data, errorCode) => envelope(false, data, errorCode));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payment service',
      version: VERSION,
      description: say(...ABOUT),
      contact: { name: 'The operator of the service' },
      license: { name: 'UNLICENSED', identifier: 'LicenseRef-UNLICENSED' },
    },
    servers: SERVERS,
    security: [{ ApiKey: [] }],
    tags: [...new Set(routes.map(nounOf))].map((name) => ({ name, description: say(meaningOfNoun(name)) })),
    paths,
    components: {
      ...COMPONENTS,
      responses: shared.responses,
      schemas: {
        ...shared.components.schemas,
        ...answers,
        ...envelopes(routes),
        ...eventSchemas(),
        ...refusals,
        BankRefusal: BANK_REFUSAL,
      },
      examples: refusalExamples(rejections),
    },
  };
}

const envelope = (success: boolean, data: JsonSchema, errorCode: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['success', 'message', 'data', 'errorCode', 'timestamp'],
  properties: {
    success: described({ const: success }, 'success'),
    message: described(text, 'message'),
    data,
    errorCode,
    timestamp: described({ ...text, format: 'date-time' }, 'timestamp'),
  },
  ...OPEN,
});
const LIST_DATA = (name: string): JsonSchema => ({
  type: 'object',
  required: ['items', 'nextCursor'],
  properties: {
    items: described({ type: 'array', items: reference(name) }, 'items'),
    nextCursor: described({ type: ['string', 'null'] }, 'nextCursor'),
    searchedUntil: described({ ...text, format: 'date-time' }, 'searchedUntil'),
  },
  ...OPEN,
});

/** Not `null` alone: generators have no type for it. */
const NO_ERROR_CODE = described({ type: ['string', 'null'] }, 'NoError.errorCode');

/** The envelopes of responses: with one object, or with a page of objects. */
function envelopes(routes: readonly Route[]): Record<string, JsonSchema> {
  const all = routes.flatMap((route): [string, JsonSchema][] => {
    const returned = returnedBy(route);
    const { preview: object, status } = returned;
    return [returned, ...(object ? [{ object, status, what: '' }] : [])].map((one) => [
      envelopeName(one),
      envelope(true, described(dataOf(one), 'data'), NO_ERROR_CODE),
    ]);
  });
  return Object.fromEntries(all);
}

function dataOf({ object, orObject, isList }: ResponseShape): JsonSchema {
  if (orObject) return { anyOf: [reference(object), reference(orObject)] };
  return isList ? LIST_DATA(object) : reference(object);
}

const COMPONENTS = {
  securitySchemes: {
    ApiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Api-Key',
      description: say([
        'A key of the merchant, like psk_test_…',
        'Üye iş yerinin anahtarı, psk_test_… gibi',
      ]),
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: say([
        'One key, one effect: a repeat of the call returns the response of the first.',
        'Bir anahtar, bir etki: yinelenen çağrı ilkinin yanıtını döndürür.',
      ]),
      schema: { type: 'string', pattern: VISIBLE_ASCII.source },
    },
    AcceptLanguage: {
      name: 'Accept-Language',
      in: 'header',
      description: say([
        'The language of messages: Turkish unless English is preferred.',
        'İletilerin dili: İngilizce yeğlenmedikçe Türkçe.',
      ]),
      schema: { type: 'string', default: 'tr' },
    },
  },
};
const BANK_REFUSAL = {
  ...oneOf([...new Set([...Object.keys(BANK_DECLINES), ...UNDONE_CODES])]),
  description: say([
    'The errorCode of a payment, refund or charge attempt that failed.',
    'Başarısız ödemenin, iadenin veya tahsilat denemesinin errorCode değeri.',
  ]),
};

const WIDTH = 110;

/** Readable JSON: a value that fits on one line is written on one line. */
export function writeJson(value: unknown, indent = '', label = ''): string {
  const flat = JSON.stringify(value, undefined, 1).replaceAll(/\n */g, ' ');
  const isShort = indent.length + label.length + flat.length < WIDTH;
  if (isShort || typeof value !== 'object' || value === null) return label + flat;
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const lines = Object.entries(value).map(
    ([name, one]) => deeper + writeJson(one, deeper, isList ? '' : `${JSON.stringify(name)}: `),
  );
  const [open, close] = isList ? '[]' : '{}';
  return `${label}${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
