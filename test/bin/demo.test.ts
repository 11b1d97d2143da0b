// `npm run demo` runs all steps successfully.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

describe('npm run demo', () => {
  it('npm run demo starts its own service if none runs, runs every step and exits', () => {
    // A port without a service: the demo must not use a service that happens to run.
    const env = { ...process.env, PORT: '9' };
    const demo = spawnSync(process.execPath, ['bin/demo.ts'], { env, encoding: 'utf8', timeout: 110_000 });
    expect(demo.stderr).toBe('');
    expect(demo.status).toBe(0);
    expect(demo.stdout).toContain('status Successful, signed');
    expect(demo.stdout).toContain('finds it: true');
    expect(demo.stdout).toContain("'PartiallyRefunded'");
    expect(demo.stdout).toMatch(/'Completed' │ 12 /);
  });
});
