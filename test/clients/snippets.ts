// The code of the reference site in the languages that need a tool chain: each call of the reference once, as
// the page shows it behind the setup of its language, and the guides in Python.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { packPython } from '../../lib/clients/pack-python.ts';
import type { ClientCall } from '../../lib/site/snippets/call.ts';
import { type CodeLanguage, settingName, snippetOf } from '../../lib/site/snippets/languages.ts';
import { codeIn, readSource } from '../../lib/site/sources.ts';
import type { Harness } from '../harness/harness.ts';
import { guideStages, referenceCalls, settingsOf, stagedGuide, tellStory } from '../site/story.ts';

/** Runs a program with these variables beside its own, and returns what it printed. */
export type RunWith = (
  command: string,
  args: readonly string[],
  env: Record<string, string>,
) => Promise<string>;
type Names = Record<string, string>;

const setup = (language: CodeLanguage) =>
  codeIn(readSource('docs/guides/start.md')).find((block) => block.language === language)?.code ?? '';
const variablesOf = (names: Names) =>
  Object.fromEntries(Object.entries(names).map(([name, value]) => [settingName(name), value]));

const IMPORTS = [
  ...(['java.net.*', 'java.net.http.*', 'java.net.http.HttpRequest.*'] as const),
  ...(['java.net.http.HttpResponse.*', 'java.time.*', 'java.util.*'] as const),
];

type Language = {
  program: string;
  /** Writes the programs of all calls, and returns the command for one. */
  prepare(
    home: string,
    calls: ReadonlyMap<string, ClientCall>,
    run: RunWith,
  ): Promise<(operation: string, names: Names) => [command: string, args: string[]]>;
};

export const SNIPPET_LANGUAGES: Readonly<Record<'python' | 'php' | 'java', Language>> = {
  python: {
    program: 'python3',
    prepare: async (home, calls) => (operation, names) => {
      const variables = Object.keys(names).map((name) => {
        const snake = settingName(name).toLowerCase();
        return `${snake} = os.environ["${settingName(name)}"]`;
      });
      const end = 'import json\nprint(json.dumps(answer, default=str))';
      const file = join(home, `${operation}.py`);
      const code = snippetOf('python', callNamed(calls, operation));
      writeFileSync(file, [setup('python'), ...variables, code, end].join('\n'));
      return ['python3', [file]];
    },
  },
  php: {
    program: 'php',
    prepare: async (home, calls) => (operation, names) => {
      const variables = Object.keys(names).map((name) => `$${name} = getenv('${settingName(name)}');`);
      const file = join(home, `${operation}.php`);
      const code = snippetOf('php', callNamed(calls, operation));
      writeFileSync(
        file,
        ['<?php', setup('php'), ...variables, code, 'echo json_encode($answer);'].join('\n'),
      );
      return ['php', [file]];
    },
  },
  java: {
    program: 'javac',
    async prepare(home, calls, run) {
      const names = new Set(
        [...calls.values()].flatMap(({ path, body = {} }) =>
          [...path, ...Object.values(body)].flatMap((one) =>
            typeof one === 'object' && one !== null && 'variable' in one ? [String(one.variable)] : [],
          ),
        ),
      );
      const fields = [...names].map(
        (name) => `static String ${name} = System.getenv("${settingName(name)}");`,
      );
      const methods = [...calls].map(
        ([operation, call]) =>
          `static String ${operation}() throws Exception {\n${snippetOf('java', call)}\nreturn answer;\n}`,
      );
      const main = 'public static void main(String[] args) throws Exception { System.out.println(';
      const end = 'Reference.class.getDeclaredMethod(args[0]).invoke(null)); }';
      const imports = IMPORTS.map((name) => `import ${name};`);
      const code = [...imports, 'class Reference {', ...fields, setup('java'), ...methods, main + end, '}'];
      writeFileSync(join(home, 'Reference.java'), code.join('\n'));
      await run('javac', ['-d', home, join(home, 'Reference.java')], {});
      return (operation) => ['java', ['-cp', home, 'Reference', operation]];
    },
  },
};

function callNamed(calls: ReadonlyMap<string, ClientCall>, operation: string): ClientCall {
  const call = calls.get(operation);
  if (call === undefined) throw new Error(`There is no operation ${operation}.`);
  return call;
}

/** Throws if a call cannot be made as the reference says. */
export async function checkReference(
  { prepare }: Language,
  home: string,
  harness: Harness,
  run: RunWith,
): Promise<void> {
  const calls = referenceCalls();
  const settings = { ...(await settingsOf(harness)), PYTHONPATH: packPython(join(home, 'client')) };
  const commandOf = await prepare(home, calls, run);
  const called = await tellStory(harness, async (operation, names) => {
    const [command, args] = commandOf(operation, names);
    const printed = JSON.parse(await run(command, args, { ...settings, ...variablesOf(names) }));
    return printed.data ?? printed;
  });
  if (called.length !== calls.size) throw new Error(`${called.length} of ${calls.size} calls were made`);
}

const GUIDES = {
  'first-sale': 'may_deliver and is_paid',
  'payment-link': 'code["svg"].startswith("<svg") and closed["state"] == "Closed"',
  subscription: 'late["status"] == "Unpaid" and year["successfulPaymentCount"] == 12',
  'refund-by-two': 'done["status"] == "Completed"',
  'which-event': 'payment["orderNumber"] in delivered',
  'order-story': 'len(told) > 1',
  'going-live': 'me["mode"] == "test"',
  'day-end': 'sold["TRY"] > 0',
  sandbox: 'len(operations) > 0',
};

/** Throws if a guide in Python does not do what it says. */
export async function checkPythonGuides(home: string, harness: Harness, run: RunWith): Promise<void> {
  const settings = { ...(await settingsOf(harness)), PYTHONPATH: packPython(join(home, 'client')) };
  const stages: Record<string, (given: string) => Promise<unknown>> = guideStages(harness);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    void stages[pathname.slice(1)]?.(searchParams.get('given') ?? '').then((done) =>
      response.end(JSON.stringify(done)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const begin = `${setup('python')}
import json, urllib.parse, urllib.request
def stage(name, given=""):
    url = f"http://127.0.0.1:${port}/{name}?" + urllib.parse.urlencode({"given": given})
    return json.load(urllib.request.urlopen(url))
`;
  for (const [name, expected] of Object.entries(GUIDES)) {
    const staged = stagedGuide(name, 'python', (keeps, stage, given) => {
      const [object = '', field] = given.split('.');
      const value = field === undefined ? '' : `, ${object}["${field}"]`;
      return `${settingName(keeps).toLowerCase()} = stage("${stage}"${value})`;
    });
    const file = join(home, `${name}.py`);
    writeFileSync(file, `${begin}${staged}\nassert ${expected}\n`);
    await run('python3', [file], settings);
  }
  server.close();
}
