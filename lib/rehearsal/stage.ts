// A stage of the service in the emulator: synthesised, bootstrapped, deployed and destroyed with the CDK CLI,
// as operators do it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Adapted, adaptBootstrap, adaptTemplates } from './adaptation.ts';
import { ACCOUNT, awsEnvironment, REGION } from './loopback.ts';
import { run } from './program.ts';

export type Stage = {
  synthesise(): Promise<Adapted>;
  deploy(): Promise<Outputs>;
  destroy(): Promise<void>;
  /** Runs one of our commands against the stage and returns its output. */
  operate(file: string, args: readonly string[], input: string): Promise<string>;
};
/** The outputs of all stacks, by name. */
export type Outputs = Readonly<{ [name: string]: string }>;

export const STAGE = 'rehearsal';
const ENVIRONMENT = `aws://${ACCOUNT}/${REGION}`;
const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));

export function openStage(endpoint: string, folder: string, signal: AbortSignal): Stage {
  const env = awsEnvironment(endpoint, folder);
  const assembly = join(folder, 'cdk.out');
  const outputsFile = join(folder, 'outputs.json');
  const command = process.execPath;
  const cdk = (...args: string[]) => {
    const quiet = ['--no-notices', '--no-color'];
    return run({ command, args: [pathOf('node_modules/aws-cdk/bin/cdk'), ...args, ...quiet], env }, signal);
  };
  return {
    async synthesise() {
      // The emulator could not add a merchant to a usage plan, so it has none.
      const options = [`stage=${STAGE}`, 'merchantThrottle=false', 'alarmEmail=ops@example.com'];
      const context = options.flatMap((option) => ['--context', option]);
      await cdk('synth', '--quiet', '--output', assembly, ...context);
      return adaptTemplates(assembly);
    },
    async deploy() {
      const bootstrap = join(folder, 'bootstrap.yaml');
      const app = ['--app', assembly];
      writeFileSync(bootstrap, adaptBootstrap(await cdk('bootstrap', '--show-template', ...app)));
      await cdk('bootstrap', ENVIRONMENT, '--template', bootstrap, ...app);
      await cdk('deploy', '--all', ...app, '--require-approval', 'never', '--outputs-file', outputsFile);
      const stacks = JSON.parse(readFileSync(outputsFile, 'utf8')) as Record<string, Outputs>;
      return Object.assign({}, ...Object.values(stacks)) as Outputs;
    },
    async destroy() {
      await cdk('destroy', '--all', '--app', assembly, '--force');
    },
    operate: (file, args, input) =>
      run({ command, args: [pathOf(file), ...args, '--outputs', outputsFile], env, input }, signal),
  };
}
