// `npm run demo` tells the whole story, and every sentence of it happens.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

describe('npm run demo', () => {
  it('starts a service of its own where none runs, tells every chapter and ends', () => {
    // A port on which nothing listens: the story must not be told to somebody's running service.
    const env = { ...process.env, PORT: '9' };
    const demo = spawnSync(process.execPath, ['bin/demo.ts'], { env, encoding: 'utf8', timeout: 60_000 });
    expect(demo.stderr).toBe('');
    expect(demo.status).toBe(0);
    expect(demo.stdout).toContain('status Successful, signed');
    expect(demo.stdout).toContain('it is found: true');
    expect(demo.stdout).toContain("'PartiallyRefunded'");
    expect(demo.stdout).toMatch(/'Completed' │ 12 /);
  });
});
