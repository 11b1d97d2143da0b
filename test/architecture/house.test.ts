// The rules of the house, kept by a scan of the sources: floors, doors, grants, names, lengths. Milliseconds.
import { describe, expect, it } from 'vitest';
import { BACKGROUND_FUNCTIONS, ROUTES, type RowKind } from '#routes.ts';
import {
  type Declaration,
  findCycle,
  functionLengths,
  type Module,
  reach,
  readModules,
  withoutComments,
} from './module-graph.ts';

const modules = readModules();
const all = [...modules.values()];
const functions = all.filter(({ path }) => path.startsWith('functions/'));

/** `functions/store/table/table.ts` -> `store`; a file right below functions/ is its own room. */
const roomOf = (path: string) => path.split('/')[1]?.replace(/\.ts$/, '') ?? '';
const lineOf = ({ path }: Module, from: string) => `${path} imports ${from}`;
const isDoor = (path: string) =>
  path.startsWith('functions/endpoints/') || /^functions\/(authorizer|charge|sweep)\.ts$/.test(path);

describe('floors', () => {
  // A room may import its own floor's neighbours only where the row says so.
  const MAY_IMPORT: Record<string, readonly string[]> = {
    domain: [],
    telemetry: ['setting'],
    setting: [],
    routes: [],
    store: ['domain', 'telemetry', 'setting'],
    vault: ['domain', 'telemetry', 'setting'],
    schedule: ['domain', 'telemetry', 'setting'],
    acquirer: ['domain', 'telemetry'],
    contract: ['domain'],
    page: ['domain'],
    http: ['contract', 'page', 'store', 'vault', 'domain', 'telemetry', 'setting'],
    checkout: ['http', 'page', 'flows', 'store', 'vault', 'domain', 'telemetry', 'setting'],
    flows: ['http', 'contract', 'store', 'vault', 'acquirer', 'schedule', 'domain', 'telemetry', 'setting'],
  };
  const DOOR_MAY_IMPORT = [
    'checkout',
    'flows',
    'http',
    'contract',
    'page',
    'store',
    'vault',
    'schedule',
    'domain',
  ];

  it('import downwards only', () => {
    const upwards = functions.flatMap((module) => {
      const room = roomOf(module.path);
      const allowed = isDoor(module.path)
        ? [...DOOR_MAY_IMPORT, 'telemetry', 'setting']
        : [room, ...(MAY_IMPORT[room] ?? [])];
      return module.imports
        .filter(({ from, isPackage }) => !isPackage && from.startsWith('functions/'))
        .filter(({ from }) => !allowed.includes(roomOf(from)))
        .map(({ from }) => lineOf(module, from));
    });
    expect(upwards).toEqual([]);
  });

  it('have no room that nobody planned', () => {
    const rooms = functions.filter(({ path }) => !isDoor(path)).map(({ path }) => roomOf(path));
    expect([...new Set(rooms)].filter((room) => MAY_IMPORT[room] === undefined)).toEqual([]);
  });

  it('never lead out of functions/, nor from one house into the other, nor into a test', () => {
    const ALLOWED: [below: string, into: RegExp][] = [
      ['functions/', /^functions\//],
      ['lib/cloud/', /^(functions\/|lib\/(?!local\/))/],
      ['lib/local/', /^(functions\/|lib\/(?!cloud\/))/],
      ['lib/', /^(functions|lib)\//],
      ['bin/', /^(functions|lib)\//],
    ];
    const astray = all.flatMap((module) => {
      const into = ALLOWED.find(([below]) => module.path.startsWith(below))?.[1];
      return module.imports
        .filter(({ from, isPackage }) => !isPackage && into !== undefined && !into.test(from))
        .map(({ from }) => lineOf(module, from));
    });
    expect(astray).toEqual([]);
  });

  it('have no cycle', () => {
    const edges = all.map(({ path, imports }) => {
      const own = imports.filter(({ isPackage, typeOnly }) => !isPackage && !typeOnly);
      return [path, own.map(({ from }) => from)] as const;
    });
    expect(findCycle(new Map(edges))).toBeUndefined();
  });

  it('let each package in by one room', () => {
    const ROOMS_OF: Record<string, readonly string[]> = {
      '@aws-sdk/client-dynamodb': ['store'],
      '@aws-sdk/lib-dynamodb': ['store'],
      '@aws-sdk/client-kms': ['vault'],
      '@aws-sdk/client-scheduler': ['schedule'],
      '@middy/core': ['http'],
      'temporal-polyfill': ['domain'],
      // Contracts are made of it; the wrapper and the caller's record know its types.
      zod: ['contract', 'http'],
      // Types only: what AWS hands over.
      'aws-lambda': ['http', 'authorizer'],
    };
    const strangers = functions.flatMap((module) =>
      module.imports
        .filter(({ from, isPackage }) => isPackage && !from.startsWith('node:'))
        .filter(({ from }) => !ROOMS_OF[from]?.includes(roomOf(module.path)))
        .map(({ from }) => lineOf(module, from)),
    );
    expect(strangers).toEqual([]);
  });
});

describe('doors', () => {
  const doors = [
    ...ROUTES.map((route) => ({ ...route, path: `functions/endpoints/${route.file}.ts`, route })),
    ...Object.values(BACKGROUND_FUNCTIONS).map((watch) => ({
      ...watch,
      path: `functions/${watch.file}.ts`,
      route: undefined,
    })),
  ];

  it('have a row and a file each', () => {
    const files = functions.map(({ path }) => path).filter(isDoor);
    expect(doors.map(({ path }) => path).sort()).toEqual(files.sort());
  });

  it('say on their first line which call they answer', () => {
    const wrong = doors.filter(({ path, route }) => {
      const opening = route && `// ${route.method} ${route.path}: `;
      return opening && !modules.get(path)?.text.startsWith(opening);
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('have one address and one file each', () => {
    const addresses = ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(ROUTES.length);
    expect(new Set(ROUTES.map(({ file }) => file)).size).toBe(ROUTES.length);
  });

  it('are granted what they reach, all of it and nothing else', () => {
    const differing = doors.flatMap(({ path, file, needs, route }) => {
      const reached = needsReached(path, route?.audience === 'merchant' && route.method !== 'GET');
      for (const need of Object.keys(NEVER_DONE[file] ?? {})) reached.delete(need);
      const same = [...reached].sort().join() === [...needs].sort().join();
      return same ? [] : [{ path, needs: [...needs].sort(), reached: [...reached].sort() }];
    });
    expect(differing).toEqual([]);
  });

  it('may touch the rows that they make keys for, all of them and no others', () => {
    const differing = doors.flatMap(({ path, file, rows, route }) => {
      const reached = rowsReached(path, route?.audience === 'merchant' && route.method !== 'GET');
      for (const row of Object.keys(NEVER_DONE[file] ?? {})) reached.delete(row);
      const same = [...reached].sort().join() === [...rows].sort().join();
      return same ? [] : [{ path, rows: [...rows].sort(), reached: [...reached].sort() }];
    });
    expect(differing).toEqual([]);
  });

  it('commit nothing when they are only asked to show', () => {
    const writing = doors.filter(({ path, route }) => {
      return route?.method === 'GET' && /\bcommit/.test(withoutComments(modules.get(path)?.text ?? ''));
    });
    expect(writing.map(({ path }) => path)).toEqual([]);
  });
});

/** What a declaration does to the outside world, seen in its own words; types do nothing. */
const SIGNS: [need: string, sign: (text: string, path: string) => boolean][] = [
  ['table:get', (text) => /new GetCommand\(/.test(text)],
  ['table:get-many', (text) => /new BatchGetCommand\(/.test(text)],
  ['table:query', (text) => /new QueryCommand\(/.test(text) && !/IndexName:/.test(text)],
  ...['list', 'status', 'lookup', 'second', 'due'].map((index): (typeof SIGNS)[number] => [
    `index:${index}`,
    (text) => new RegExp(`\\bindex: [^,]*'${index}'`).test(text),
  ]),
  ['table:put', (text) => /\bkind: 'put'/.test(text)],
  ['table:update', (text) => /\bkind: '(update|count)'/.test(text)],
  ['schedule:plan', (text) => /new CreateScheduleCommand\(/.test(text)],
  ['schedule:drop', (text) => /new DeleteScheduleCommand\(/.test(text)],
  ['acquirer', (_, path) => path.startsWith('functions/acquirer/')],
  ['card:open', (text) => /\bopen[<(]/.test(text) && /purpose: 'card'/.test(text)],
  ['sign', (text) => /\bopen[<(]/.test(text) && /purpose: 'signing'/.test(text)],
  ['card:seal', (text) => /\bseal\(/.test(text) && /purpose: 'card', \.\.\.owner \}/.test(text)],
  ['card:renew', (text) => /\bseal\(/.test(text) && /part: 'expiry'/.test(text)],
  ['digest', (text) => /setting\('DIGEST_KEY_ID'\)/.test(text)],
  ['merchant-key', (text) => /setting\('MERCHANT_KEY_ID'\)/.test(text)],
];

const keyed = (noun: string) => new RegExp(`\\b(?:entityKey|\\w+Partition)\\([^,]*,\\s*'${noun}'`);
/** Whose rows a declaration makes keys for, of the table or of an index. */
const ROW_SIGNS: [row: RowKind, sign: RegExp][] = [
  ['merchant', /\bmerchantKey\(/],
  ['api-key', /\bapiKeyKey\(/],
  ['hosted-page', /\bhostedPageKey\(/],
  ['order', /\borderKey\(/],
  ['payment', keyed('PAYMENT')],
  ['customer', keyed('CUSTOMER')],
  ['card', keyed('CARD')],
  ['card-tries', /#TRIES#/],
  ['recurring-payment', keyed('RECURRING')],
  ['refund', keyed('REFUND')],
  ['refund-counts', /\brefundCountsPartition\(/],
  ['decline', /\bdeclinePartition\(/],
  ['due', /\bduePartition\(shard\)/],
];

/** What a scan of the sources sees and no run ever does: shared code of which a door takes one half. */
const NEVER_DONE: Record<string, Record<string, string>> = {
  'hosted-page/three-d-cancel': {
    'table:get-many': 'who gives up has paid nothing, so no card is saved',
    'index:list': 'who gives up has paid nothing, so no card is compared',
    card: 'nor written',
    customer: 'nor its customer touched',
  },
  'recurring-payment/pause': {
    'table:update': 'a pause ends nothing',
    card: 'so it frees no card',
    customer: 'and no customer',
  },
  'card/update': { customer: 'a renewed card ends nothing, so it frees no customer' },
};

const isType = ({ text }: Declaration) => /^\s*(?:export )?type /.test(text);

/**
 * The wrapper keeps answers for idempotency keys: a merchant's POST, PUT or DELETE reads and writes the table
 * for that alone, and a GET never does; so it is counted here and not followed.
 */
function declarationsReached(path: string) {
  const wrapper = new Set(['functions/http/endpoint.ts:endpoint']);
  const reached = reach(modules, path, 'handler', wrapper);
  expect(reached.length, `${path} exports no handler`).toBeGreaterThan(0);
  return reached.filter(({ declaration }) => !isType(declaration));
}

function needsReached(path: string, keepsAnswers: boolean): Set<string> {
  const reached = declarationsReached(path);
  const needs = SIGNS.filter(([, sign]) =>
    reached.some(({ path: at, declaration }) => sign(declaration.text, at)),
  ).map(([need]) => need);
  return new Set([...needs, ...(keepsAnswers ? ['table:get', 'table:put'] : [])]);
}

function rowsReached(path: string, keepsAnswers: boolean): Set<string> {
  const reached = declarationsReached(path);
  const rows = ROW_SIGNS.filter(([, sign]) => reached.some(({ declaration }) => sign.test(declaration.text)));
  return new Set([...rows.map(([row]) => row), ...(keepsAnswers ? ['idempotency'] : [])]);
}

describe('names and lengths', () => {
  it('no file or folder is called after nothing', () => {
    const EMPTY = /(^|-)(utils?|helpers?|common|shared|misc|base|managers?|services?)$/;
    const vague = all.filter(({ path }) =>
      path.split('/').some((part) => EMPTY.test(part.replace(/(\.test)?\.ts$/, ''))),
    );
    expect(vague.map(({ path }) => path)).toEqual([]);
  });

  it('files are kebab-case and none is an index', () => {
    const odd = all.filter(
      ({ path }) => !/^[a-z0-9/-]+(\.[a-z0-9-]+)*\.ts$/.test(path) || path.endsWith('/index.ts'),
    );
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it('nothing is exported without a name', () => {
    expect(all.filter(({ text }) => /^export default\b/m.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('nothing is left for later', () => {
    // Written in two halves, so that this line is no mark itself.
    const marks = new RegExp(['\\b(TO', 'DO|FIX', 'ME)\\b'].join(''));
    expect(all.filter(({ text }) => marks.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('every file opens with a comment that says what it promises', () => {
    const silent = all.filter(({ path, text }) => !path.startsWith('test/') && !text.startsWith('// '));
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  it('only one place reads the environment, and only log and metrics are written out', () => {
    const reading = functions.filter(({ text }) => /process\.env/.test(text)).map(({ path }) => path);
    const writing = functions
      .filter(({ text }) => /\bconsole\b|process\.stdout/.test(withoutComments(text)))
      .map(({ path }) => path);
    expect(reading).toEqual(['functions/setting.ts']);
    expect(writing).toEqual(['functions/telemetry/log.ts', 'functions/telemetry/metric.ts']);
  });

  it('lines are at most 110 characters, functions 60 lines, files 250', () => {
    /** Longer for a reason. */
    const LONGER_FILES: Record<string, string> = {
      'functions/domain/rejection.ts': 'one table: every refusal of the service with its sentences',
      'test/endpoints/hosted-page/create.test.ts': 'one battery for one door',
      'test/endpoints/recurring-payment/create.test.ts': 'one battery for one door',
      'test/endpoints/refund/decisions.test.ts': 'one battery for approve, reject and cancellations',
      'test/architecture/house.test.ts': 'all rules of the house, with their exceptions',
      'test/flows/refund-at-the-bank.test.ts': 'one battery for every answer a bank can give',
    };
    const LONGER_FUNCTIONS: Record<string, string> = {
      'test/drivers/recurring-payment-driver.ts': 'one object of small ways to act on a recurring payment',
      'test/lib/local/aws/kms/kms.test.ts': 'one property over every size a key may seal',
    };
    const tooLong = all.flatMap(({ path, text }) => {
      const lines = text.trimEnd().split('\n');
      const wide = lines.flatMap((line, at) => ([...line].length > 110 ? [`${path}:${at + 1}`] : []));
      const long = functionLengths(text)
        .filter((one) => one.lines > 60 && LONGER_FUNCTIONS[path] === undefined)
        .map((one) => `${path}:${one.line} has ${one.lines} lines`);
      const big = lines.length > 250 && LONGER_FILES[path] === undefined;
      return [...wide, ...long, ...(big ? [`${path} has ${lines.length} lines`] : [])];
    });
    expect(tooLong).toEqual([]);
  });
});
