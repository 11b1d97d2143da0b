// A stage of the service in the emulator: synthesised, bootstrapped, deployed and destroyed with the CDK CLI,
// as operators do.
import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Adapted, adaptBootstrap, adaptTemplates } from './adaptation.ts';
import { ACCOUNT, awsEnvironment, REGION } from './loopback.ts';
import { run } from './program.ts';

/** Options of `cdk synth -c`. */
export type Words = Readonly<Record<string, string>>;
/** `region`: that of the rehearsal if it is absent. */
export type Place = {
  endpoint: string;
  folder: string;
  signal: AbortSignal;
  region?: string;
};

export type Stage = {
  /** Writes the templates with these options in addition to the stage's own. */
  synthesise(words?: Words): Promise<Adapted>;
  /** Prepares the account, once. */
  bootstrap(): Promise<void>;
  /** Deploys the templates of the last synthesis. */
  deploy(): Promise<Outputs>;
  destroy(): Promise<void>;
  /** Types a `cdk` command of a document, with the templates of the last synthesis. */
  type(command: string): Promise<string>;
  /** What `npm run preflight` notes for the next synthesis. The emulator does not know all that it reads. */
  preflight(words: Words): Promise<Words>;
  /** Runs a command of this project against the stage and returns its output. */
  operate(file: string, args: readonly string[], input: string): Promise<string>;
  /** The folder with the templates of the last synthesis. */
  assembly: string;
};
/** The outputs of all stacks, by name. */
export type Outputs = Readonly<{ [name: string]: string }>;

export const STAGE = 'rehearsal';
const PRESENT = fileURLToPath(new URL('../..', import.meta.url));

/** `words`: the options of every synthesis. */
export function openStage(place: Place, name: string, words: Words = {}): Stage {
  const { endpoint, folder, signal, region = REGION } = place;
  const pathOf = (file: string) => join(PRESENT, file);
  const env = awsEnvironment(endpoint, folder, region);
  const assembly = join(folder, `cdk.out-${name}`);
  const outputsFile = join(folder, `outputs-${name}.json`);
  const command = process.execPath;
  const cdk = (...args: string[]) => {
    const quiet = ['--no-notices', '--no-color'];
    const started = {
      command,
      args: [pathOf('node_modules/aws-cdk/bin/cdk'), ...args, ...quiet],
      env,
      cwd: PRESENT,
    };
    return run(started, signal);
  };
  const app = ['--app', assembly];
  return {
    assembly,
    async synthesise(more = {}) {
      const context = Object.entries({ stage: name, ...words, ...more });
      const options = context.flatMap(([word, value]) => ['--context', `${word}=${value}`]);
      await cdk('synth', '--quiet', '--output', assembly, ...options);
      return adaptTemplates(assembly);
    },
    async bootstrap() {
      const template = join(folder, 'bootstrap.yaml');
      writeFileSync(template, adaptBootstrap(await cdk('bootstrap', '--show-template', ...app)));
      await cdk('bootstrap', `aws://${ACCOUNT}/${region}`, '--template', template, ...app);
    },
    async deploy() {
      await cdk('deploy', '--all', ...app, '--require-approval', 'never', '--outputs-file', outputsFile);
      const stacks = JSON.parse(readFileSync(outputsFile, 'utf8')) as Record<string, Outputs>;
      return Object.assign({}, ...Object.values(stacks)) as Outputs;
    },
    type: (command) => cdk(...command.split(' ').slice(1), ...app, '--require-approval', 'never'),
    async destroy() {
      await cdk('destroy', '--all', ...app, '--force');
    },
    async preflight(more) {
      const options = Object.entries({ stage: name, ...words, ...more });
      const args = options.flatMap(([word, value]) => ['-c', `${word}=${value}`]);
      await run({ command, args: [pathOf('bin/preflight.ts'), ...args], env, cwd: folder }, signal).catch(
        (error: Error) => assert.match(error.message, /^ok +New versions follow the live ones/m),
      );
      return JSON.parse(readFileSync(join(folder, 'cdk.context.json'), 'utf8')) as Words;
    },
    operate: (file, args, input) =>
      run({ command, args: [pathOf(file), ...args, '--stage', name], env, input }, signal),
  };
}
