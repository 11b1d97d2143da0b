// What the comparison needs of others, in a folder outside of the repository. Nothing of it is committed.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const PEERS = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'payment-service-peers');

const run = (command: string, args: readonly string[], cwd = PEERS) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });

const MAVEN = join(PEERS, 'maven');
const GET = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get';
const KILL_BILL = '0.22.26';
const WAR = `org.kill-bill.billing:killbill-profiles-killbill:${KILL_BILL}:war`;
const JETTY = 'org.eclipse.jetty:jetty-runner:9.4.43.v20210629:jar';

function download(artifact: string): string {
  const [group = '', name = '', version = '', packaging = ''] = artifact.split(':');
  const file = join(MAVEN, group.replaceAll('.', '/'), name, version, `${name}-${version}.${packaging}`);
  if (!existsSync(file)) {
    run('mvn', [
      '-q',
      '-B',
      `-Dmaven.repo.local=${MAVEN}`,
      GET,
      `-Dartifact=${artifact}`,
      '-Dtransitive=false',
    ]);
  }
  return file;
}

/** The folder of Kill Bill's war, and the jar of Jetty that serves it. */
export function downloadKillBill(): { war: string; jetty: string } {
  // Maven refuses an artifact without the POM of its parent, which the registry lacks and a war needs not.
  const parent = `org/kill-bill/billing/killbill-profiles/${KILL_BILL}/killbill-profiles-${KILL_BILL}.pom`;
  const ids = `<groupId>org.kill-bill.billing</groupId><artifactId>killbill-profiles</artifactId>`;
  const pom = `${ids}<version>${KILL_BILL}</version><packaging>pom</packaging>`;
  mkdirSync(dirname(join(MAVEN, parent)), { recursive: true });
  writeFileSync(join(MAVEN, parent), `<project><modelVersion>4.0.0</modelVersion>${pom}</project>`);
  const [jetty, archive] = [download(JETTY), download(WAR)];
  const war = join(PEERS, `kill-bill-${KILL_BILL}`);
  if (!existsSync(join(war, 'WEB-INF'))) {
    mkdirSync(war, { recursive: true });
    run('jar', ['xf', archive], war);
  }
  return { war, jetty };
}

/** A folder with the packages of aws-samples/serverless-typescript-demo, of the versions it asks for. */
export function downloadSample(): string {
  const folder = join(PEERS, 'serverless-typescript-demo');
  const powertools = ['logger', 'metrics', 'tracer'].map((one) => `@aws-lambda-powertools/${one}@1`);
  const packages = [...powertools, '@middy/core@3', 'aws-xray-sdk-core@3'];
  const sdk = ['@aws-sdk/client-dynamodb@3', '@aws-sdk/lib-dynamodb@3'];
  if (globSync('node_modules/@aws-lambda-powertools/*', { cwd: folder }).length < 3) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    run('npm', ['install', '--silent', '--ignore-scripts', ...packages, ...sdk], folder);
  }
  return folder;
}
