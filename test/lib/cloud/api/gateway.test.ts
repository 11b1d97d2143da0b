import { describe, expect, test } from 'vitest';
import { inBothLanguages } from '#domain/language.ts';
import { REJECTIONS, type RejectionCode } from '#domain/rejection-table.ts';
import { type Resource, resourcesOf, synthesize, textOf } from '../cloud.ts';

const { serviceTemplate } = synthesize();
const apis = [...resourcesOf(serviceTemplate, 'AWS::ApiGateway::RestApi')];
const idOf = (name: string) => {
  return apis.find(([, { Properties }]) => Properties['Name'] === `payment-sandbox-${name}`)?.[0] ?? '';
};
const ofApi = (type: string, name: string): Resource['Properties'][] => {
  return [...resourcesOf(serviceTemplate, type).values()]
    .map(({ Properties }) => Properties)
    .filter((properties) => textOf(properties['RestApiId']) === `<${idOf(name)}>`);
};

/** Substitutes `$context` variables as API Gateway does, without escaping. */
const CONTEXT: Record<string, string> = {
  'authorizer.errorCode': 'API_KEY_EXPIRED',
  'authorizer.message': inBothLanguages(REJECTIONS.API_KEY_EXPIRED),
  'authorizer.advice': inBothLanguages(REJECTIONS.API_KEY_EXPIRED.advice),
  requestId: '7d5f6c0e-4b0a-4d5e-9d8f-000000000000',
  requestTime: '20/Nov/2026:09:00:00 +0000',
};
const filled = (template: string) => {
  return template.replace(/\$context\.([\w.]+\w)/g, (_match, name: string) => {
    const value = CONTEXT[name];
    if (value === undefined) throw new Error(`API Gateway does not know ${name}.`);
    return value;
  });
};
const bodyOf = (answer: Resource['Properties'], key: 'ResponseTemplates') => {
  const templates = answer[key] as Record<string, unknown>;
  expect(Object.keys(templates)).toEqual(['application/json']);
  return textOf(templates['application/json']);
};

describe('gateway responses to merchants', () => {
  const answers = ofApi('AWS::ApiGateway::GatewayResponse', 'api');
  const byType = new Map(answers.map((answer) => [String(answer['ResponseType']), answer]));

  test.each([...byType.keys()])(
    'the gateway response %s is the envelope with a code and its text',
    (type) => {
      const answer = byType.get(type) ?? {};
      const body = JSON.parse(filled(bodyOf(answer, 'ResponseTemplates'))) as Record<string, unknown>;
      expect(Object.keys(body)).toEqual(['success', 'message', 'data', 'errorCode', 'timestamp']);
      const code = body['errorCode'] as RejectionCode;
      const { tr, en, advice, retryable = false, status } = REJECTIONS[code];
      const message = `${tr} / ${en}`;
      expect(body).toMatchObject({ success: false, message, timestamp: CONTEXT['requestTime'] });
      expect(body['data']).toEqual({
        requestId: CONTEXT['requestId'],
        retryable,
        docUrl: expect.stringMatching(new RegExp(`^https://<Pay\\w+>\\..*/sandbox/docs/errors#${code}$`)),
        advice: `${advice.tr} / ${advice.en}`,
      });
      if (type !== 'DEFAULT_4XX') expect(answer['StatusCode']).toBe(String(status));
    },
  );

  test.each(answers)('$ResponseType has the headers of every response', (answer) => {
    expect(answer['ResponseParameters']).toMatchObject({
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
      'gatewayresponse.header.Content-Type': "'application/json; charset=utf-8'",
      'gatewayresponse.header.Content-Language': "'tr, en'",
      'gatewayresponse.header.Cache-Control': "'no-store'",
      'gatewayresponse.header.X-Content-Type-Options': "'nosniff'",
    });
  });

  test.each([
    ['UNAUTHORIZED', 'API_KEY_MISSING'],
    ['INVALID_API_KEY', 'API_KEY_INVALID'],
    ['ACCESS_DENIED', 'API_KEY_EXPIRED'],
    ['MISSING_AUTHENTICATION_TOKEN', 'ROUTE_NOT_FOUND'],
    ['RESOURCE_NOT_FOUND', 'ROUTE_NOT_FOUND'],
    ['THROTTLED', 'RATE_LIMITED'],
    ['WAF_FILTERED', 'REQUEST_BLOCKED'],
    ['REQUEST_TOO_LARGE', 'BODY_TOO_LARGE'],
    ['DEFAULT_5XX', 'INTERNAL_ERROR'],
  ])('the gateway response %s has the error code %s', (type, code) => {
    const body = filled(bodyOf(byType.get(type) ?? {}, 'ResponseTemplates'));
    expect(JSON.parse(body)).toMatchObject({ errorCode: code });
  });

  test('what the firewall blocks is never repeated', () => {
    const answer = byType.get('WAF_FILTERED') ?? {};
    expect(JSON.parse(filled(bodyOf(answer, 'ResponseTemplates')))['data'].retryable).toBe(false);
    expect(answer['StatusCode']).toBe('403');
    expect(Object.keys(answer['ResponseParameters'] as object).join()).not.toContain('Retry-After');
  });

  test('every 429 has Retry-After', () => {
    const limited = answers.filter((answer) => answer['StatusCode'] === '429');
    expect(limited.length).toBeGreaterThan(1);
    for (const answer of limited) {
      const headers = answer['ResponseParameters'] as Record<string, string>;
      expect(headers['gatewayresponse.header.Retry-After']).toMatch(/^'[1-9]\d*'$/);
    }
  });

  test('templates are ASCII without template directives', () => {
    for (const answer of answers)
      expect(bodyOf(answer, 'ResponseTemplates')).toMatch(/^[\x20-\x22\x24-\x7e]*$/);
  });
});

test('gateway responses to buyers are plain text in both languages', () => {
  const answers = ofApi('AWS::ApiGateway::GatewayResponse', 'pay');
  expect(answers.length).toBeGreaterThan(5);
  for (const answer of answers) {
    expect(bodyOf(answer, 'ResponseTemplates')).toMatch(/^\p{Lu}[^{}<>$]+ \/ \p{Lu}[^{}<>$]+$/u);
    expect(answer['ResponseParameters']).toMatchObject({
      'gatewayresponse.header.Content-Type': "'text/plain; charset=utf-8'",
    });
  }
});

test('the access log contains the route, and no path, header or key', () => {
  const formats = ['api', 'pay'].map((name) => {
    const [stage] = ofApi('AWS::ApiGateway::Stage', name);
    return (stage?.['AccessLogSetting'] as { Format: string } | undefined)?.Format ?? '';
  });
  for (const format of formats) {
    const fields = Object.values(JSON.parse(format) as Record<string, string>);
    expect(fields).toContain('$context.resourcePath');
    expect(fields).toContain('$context.requestId');
    expect(fields).not.toContain('$context.path');
    const ofAuthorizer = fields.filter((field) => field.startsWith('$context.authorizer.'));
    expect(ofAuthorizer.sort()).toEqual(['$context.authorizer.latency', '$context.authorizer.merchantId']);
    expect(format).not.toMatch(/header|querystring|apiKey|digestKey/i);
  }
});

test('the gateway logs no bodies, and its error log is masked and kept for a year', () => {
  for (const name of ['api', 'pay']) {
    const [stage] = ofApi('AWS::ApiGateway::Stage', name);
    const settings = stage?.['MethodSettings'] as object[];
    expect(settings[0]).toMatchObject({ HttpMethod: '*', ResourcePath: '/*' });
    for (const one of settings) expect(one).toMatchObject({ DataTraceEnabled: false, LoggingLevel: 'ERROR' });
    const logs = [...resourcesOf(serviceTemplate, 'AWS::Logs::LogGroup').values()];
    const errorLog = logs.find(({ Properties }) => {
      return textOf(Properties['LogGroupName']) === `API-Gateway-Execution-Logs_<${idOf(name)}>/sandbox`;
    });
    expect(errorLog?.Properties).toMatchObject({ RetentionInDays: 365, DataProtectionPolicy: {} });
  }
});
