// POST /csp-report: reports of browsers are counted. Only the name of a directive and the kind or host of the
// blocked resource of a report reach the log.
import { describe, expect, it } from 'vitest';
import { cspViolations } from '#contract/csp-report.ts';
import { CARDS, startHarness } from '../../harness/harness.ts';
import { tracesIn } from '../../harness/traces.ts';

const { http, service, logs, createPage } = await startHarness();
const documentUrl = (token: string) => `${service.baseUrl}/iframe/${token}`;

const send = async (body: string, contentType = 'application/reports+json') =>
  await http({ method: 'POST', path: '/csp-report', body, headers: { 'content-type': contentType } });

/** The number of log lines that have been read. */
let read = 0;
function counted(): string[] {
  const lines = logs.slice(read).map((line) => JSON.parse(line) as Record<string, unknown>);
  read = logs.length;
  const metrics = lines.filter((line) => line['PageViolations'] === 1);
  const reasons = lines.filter(({ message }) => message === 'page policy violated');
  expect(metrics).toHaveLength(reasons.length);
  return reasons.map(({ reason }) => String(reason));
}

const modern = (url: string, more: Record<string, unknown> = {}) => ({
  type: 'csp-violation',
  url,
  body: {
    documentURL: url,
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://evil.example/x.js',
    ...more,
  },
});
const old = (url: string, more: Record<string, unknown> = {}) => ({
  'csp-report': {
    'document-uri': url,
    'effective-directive': 'connect-src',
    'blocked-uri': 'inline',
    ...more,
  },
});

describe('a report of a violation on a page', () => {
  it('a report of a violation is counted in both formats, and answered with an empty body', async () => {
    const { token } = await createPage();
    counted();
    const answer = await send(JSON.stringify([modern(documentUrl(token)), modern(documentUrl(token))]));
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(counted()).toEqual(['script-src-elem evil.example', 'script-src-elem evil.example']);
    await send(JSON.stringify(old(documentUrl(token))), 'application/csp-report');
    expect(counted()).toEqual(['connect-src inline']);
  });

  it('neither token nor any secret of a report reaches the log', async () => {
    const { token } = await createPage();
    const hostile = modern(`${documentUrl(token)}?card=${CARDS.approved}`, {
      sample: CARDS.approved,
      blockedURL: `https://${CARDS.approved}.example/${CARDS.approved}`,
      effectiveDirective: `x${CARDS.approved}`,
      sourceFile: `https://x.example/?${CARDS.approved}`,
    });
    await send(JSON.stringify([hostile]));
    expect(counted()).toEqual(['unknown other']);
    const secrets = [
      { name: 'token', value: token },
      { name: 'card', value: CARDS.approved },
    ];
    expect(tracesIn(logs.join('\n'), secrets)).toEqual([]);
  });

  it.each([
    ['another site', JSON.stringify([modern('https://shop.example/')])],
    [
      'an extension',
      JSON.stringify([modern('http://localhost/', { sourceFile: 'chrome-extension://abc/x.js' })]),
    ],
    ['another type', JSON.stringify([{ ...modern('x'), type: 'deprecation' }])],
    ['no JSON', '<csp>'],
    ['no report', '[null, 1, "x", {"csp-report": []}]'],
    ['an empty body', ''],
  ])('a report with %s is not counted and is answered alike', async (_, body) => {
    counted();
    expect((await send(body.replace('http://localhost/', documentUrl('x')))).status).toBe(200);
    expect(counted()).toEqual([]);
  });

  it('more than 16 KiB or ten reports are not counted', () => {
    const report = modern('https://pay.example/iframe/x');
    const bodyOf = (reports: unknown) => Buffer.from(JSON.stringify(reports));
    expect(cspViolations(bodyOf(Array(40).fill(report)), 'https://pay.example')).toHaveLength(10);
    const large = { ...report, padding: 'x'.repeat(16 * 1024) };
    expect(cspViolations(bodyOf([large]), 'https://pay.example')).toEqual([]);
  });
});
