// `npm run lint -- openapi`: Redocly and Spectral read docs/openapi.json, with every rule of their strictest
// sets but that against localhost as a server, which is where `npm start` serves. Exit code 1 if one finds
// anything.
import '../../lib/help.ts';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const DOCUMENT = here('../../docs/openapi.json');
const REDOCLY = ['--extends=recommended-strict', '--skip-rule=no-server-example.com'];
const SPECTRAL = ['--ruleset', here('spectral.json'), '--fail-severity=hint'];

/** Both are large and needed here only: npx fetches this version, and nothing else depends on it. */
for (const [linter, options] of [
  ['@redocly/cli@2.77.0', REDOCLY],
  ['@stoplight/spectral-cli@6.16.3', SPECTRAL],
] as const) {
  const { status } = spawnSync('npx', ['-y', linter, 'lint', ...options, DOCUMENT], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
