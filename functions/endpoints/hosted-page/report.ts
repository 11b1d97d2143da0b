// POST /csp-report: a browser reports a violation of a page's Content-Security-Policy (hosted-page.md 10.6).
import { cspViolations } from '#contract/csp-report.ts';
import { pageHandler } from '#http/page.ts';
import { setting } from '#setting.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';

/** Browsers send reports without waiting for the answer, so every report is answered alike. */
export const handler = pageHandler(async (request) => {
  for (const violation of cspViolations(request.body().bytes, setting('PAY_URL'))) {
    log('warn', 'page policy violated', { reason: violation });
    measure({ PageViolations: 1 }, {});
  }
  return { kind: 'text', text: '' };
});
