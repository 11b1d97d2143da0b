// `npm run demo` runs all steps and fits a terminal of 80 columns; only an address may be longer.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

describe('npm run demo', () => {
  it('npm run demo starts its own service if none runs, runs every step and exits', () => {
    // This port has no service: the demo must not use a service that happens to run.
    const env = { ...process.env, PORT: '9' };
    const demo = spawnSync(process.execPath, ['bin/demo.ts'], { env, encoding: 'utf8', timeout: 840_000 });
    expect(demo.stderr).toBe('');
    expect(demo.status).toBe(0);
    expect(demo.stdout).toContain('status Successful, signed');
    expect(demo.stdout).toContain('finds it: true');
    expect(demo.stdout).toContain('PartiallyRefunded');
    for (const type of ['payment.succeeded', 'refund.completed', 'payment.partially_refunded']) {
      expect(demo.stdout).toMatch(new RegExp(`^ +${type} +\\S+ +\\d+$`, 'm'));
    }
    expect(demo.stdout).toMatch(/Status +Completed\n +Periods paid +12\n +Collected +1,198\.80\n/);
    const wide = demo.stdout.split('\n').filter((line) => line.length > 80);
    expect(wide.filter((line) => !/^ *\S+$/.test(line))).toEqual([]);
  });
});
