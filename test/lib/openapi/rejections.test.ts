// The refusals that the API reference lists for an endpoint are those that its code can reach.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REJECTIONS, type RejectionCode } from '#domain/rejection-table.ts';
import { ROUTES, type Route } from '#routes.ts';
import { OPENAPI_FILE } from '../../../lib/openapi/openapi.ts';
import { refusalName } from '../../../lib/openapi/refusals.ts';
import { rejectionsOf } from '../../../lib/openapi/responses.ts';
import { reach } from '../../architecture/module-graph.ts';
import { functionFiles, modules } from '../../architecture/project.ts';

const CODES = Object.keys(REJECTIONS) as RejectionCode[];
const WRAPPER = new Set([
  'functions/http/endpoint.ts:endpoint',
  'functions/http/read-endpoint.ts:readEndpoint',
  'functions/http/unknown-route.ts:besideRoute',
]);

/** Returns the codes in all declarations that the named one reaches, without types and the table. */
function codesReached(path: string, name: string, stopAt: ReadonlySet<string>): Set<RejectionCode> {
  const texts = reach(modules, path, name, stopAt)
    .filter(({ path: at }) => at !== 'functions/domain/rejection-table.ts')
    // What a page says of its last card, or a story of a failed payment, is no refusal of the call that reads it.
    .map(({ declaration }) => declaration.text.replaceAll(/\b(?:lastDecline|errorCode): '\w+'/g, ''))
    .filter((text) => !/^\s*(?:export )?type /.test(text));
  return new Set(CODES.filter((code) => texts.some((text) => text.includes(`'${code}'`))));
}

const merchantRoutes = ROUTES.filter(({ audience }) => audience === 'merchant');

describe.each(merchantRoutes.map((route) => ({ name: `${route.method} ${route.path}`, route })))(
  'the row of $name',
  ({ route: { file, rejections = [] } }) => {
    it('the row lists exactly the refusals of the endpoint', () => {
      const reached = codesReached(`functions/endpoints/${file}.ts`, 'handler', WRAPPER);
      // A refusal of fields is possible for every endpoint that has fields.
      reached.delete('VALIDATION_ERROR');
      // Every call may lack a scope or meet a revoked key; some look themselves.
      for (const code of ['SCOPE_MISSING', 'API_KEY_INVALID'] as const) reached.delete(code);
      expect([...rejections].sort()).toEqual([...reached].sort());
    });
  },
);

it('the refusals of every call are those of the wrapper, of API Gateway and of the authorizer', () => {
  const wrapper = codesReached('functions/http/endpoint.ts', 'endpoint', new Set());
  const outside: RejectionCode[] = [
    ...(['API_KEY_MISSING', 'API_KEY_INVALID', 'API_KEY_EXPIRED'] as const),
    ...(['REQUEST_BLOCKED', 'RATE_LIMITED'] as const),
  ];
  const [route] = merchantRoutes.filter(({ method }) => method === 'PUT') as [Route];
  expect(rejectionsOf({ ...route, rejections: [] }, true).sort()).toEqual(
    [...new Set([...outside, ...wrapper])].sort(),
  );
});

it('only the rows of merchants list refusals and returned objects; a buyer gets a page', () => {
  for (const { audience, returns, rejections } of ROUTES) {
    const isDocumented = returns !== undefined && rejections !== undefined;
    expect([returns, rejections, isDocumented]).toEqual([returns, rejections, audience === 'merchant']);
  }
});

/** Their callers know what is meant: the object or period of the path, or the header. */
const OF_THE_CALL =
  /^(?:[A-Z_]+_NOT_FOUND|IDEMPOTENCY_KEY_[A-Z]+|API_KEY_[A-Z]+|REQUEST_BLOCKED|WEBHOOK_SECRET_ENDED)$/;

it('a refusal names a field of the body or a fact, unless the path or a header is meant or it passes', () => {
  const bare = functionFiles.flatMap(({ text }) => [
    ...text.matchAll(/new Rejection\('([A-Z_]+)'\)(?!\.at\()/g),
  ]);
  const codes = new Set(bare.map(([, code = '']) => code as RejectionCode));
  expect(codes).toContain('REFUND_NOT_FOUND');
  const says = [...codes].filter((code) => !OF_THE_CALL.test(code) && !REJECTIONS[code].retryable);
  expect(says).toEqual([]);
});

/** Matches `new Rejection('CODE', { facts })`, over any number of lines. */
const FACTS = /new Rejection\('([A-Z_]+)',\s*\{([^}]*)\}/g;
/** Facts that are answered under other names. */
const HIDDEN = ['problems', 'retryAfterSeconds'];

it('the schema of each code has every fact with which the code is refused', () => {
  const { schemas } = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8')).components;
  const refused = functionFiles
    .flatMap(({ text }) => [...text.matchAll(FACTS)])
    .flatMap(([, code = '', inside = '']) =>
      [...inside.matchAll(/(?:^|[{,])\s*(\w+)(?=\s*[,:}]|\s*$)/g)].map(([, name = '']) => ({ code, name })),
    )
    .filter(({ name }) => !HIDDEN.includes(name));
  expect(refused).toContainEqual({ code: 'CARD_IN_USE', name: 'recurringPaymentIds' });
  const untold = refused.filter(({ code, name }) => {
    const [, own] = schemas[refusalName(code)]?.allOf ?? [];
    return own !== undefined && !Object.hasOwn(own.properties.data.properties, name);
  });
  expect(untold, 'Add the fact and its code to FACTS of lib/openapi/refusals.ts').toEqual([]);
});

it('a response lists the schema of each of its codes, and last the one that every refusal fits', () => {
  const { responses, schemas } = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8')).components;
  for (const [codes, { content }] of Object.entries<{ content: Content }>(responses)) {
    const names = content['application/json'].schema.anyOf.map(({ $ref }) => $ref.split('/').at(-1) ?? '');
    expect(names).toEqual([...codes.split('.').map(refusalName), 'Refusal']);
    for (const code of codes.split('.')) {
      expect(schemas[refusalName(code)].allOf[1].properties.errorCode.enum).toEqual([code]);
    }
  }
});
type Content = { 'application/json': { schema: { anyOf: { $ref: string }[] } } };
