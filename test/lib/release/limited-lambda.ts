// Lambda's control plane in the documented shapes and with its documented limit: fifteen calls a second over
// all operations, more are refused. Besides it refuses every fifth call, as if other callers shared the
// limit. No account was there to record.
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describeRelease } from '../../../lib/cloud/release-name.ts';
import { type Answer, answerAsAws } from '../../harness/aws-server.ts';

/** A function: the release of each version, the oldest first (undefined: of before releases had names). */
export type Fn = { live: string; versions: (string | undefined)[]; weights?: Record<string, number> };

type Lambda = {
  functions: Record<string, Fn>;
  /** The releases in the order of their deployment. */
  deployed: readonly string[];
  /** Functions of which the caller may not move the alias. */
  denied: readonly string[];
  isLimited: boolean;
  calls: number;
  refused: number;
};

const PAGE = 2;
const PER_SECOND = 15;
const REFUSED_ONE_OF = 5;
const THROTTLED: Answer = {
  status: 429,
  headers: { 'x-amzn-errortype': 'TooManyRequestsException:http://internal.amazon.com/coral/' },
  body: '{"Reason":"CallerRateLimitExceeded","Type":"User","message":"Rate exceeded"}',
};
const DENIED: Answer = {
  status: 403,
  headers: { 'x-amzn-errortype': 'AccessDeniedException', 'x-amzn-requestid': 'request-1' },
  body: '{"Message":"User: me is not authorized to perform: lambda:UpdateAlias"}',
};
const json = (body: object): Answer => ({ body: JSON.stringify(body) });

/** Runs until the test file ends. */
export function startLambda(): Lambda {
  const lambda: Lambda = {
    functions: {},
    deployed: [],
    denied: [],
    isLimited: false,
    calls: 0,
    refused: 0,
  };
  let tokens = PER_SECOND;
  let filledAt = performance.now();
  function isRefused(): boolean {
    lambda.calls += 1;
    if (!lambda.isLimited) return false;
    const now = performance.now();
    tokens = Math.min(PER_SECOND, tokens + ((now - filledAt) / 1000) * PER_SECOND);
    filledAt = now;
    if (tokens < 1 || lambda.calls % REFUSED_ONE_OF === 0) return true;
    tokens -= 1;
    return false;
  }

  async function receive(request: IncomingMessage): Promise<Answer> {
    const sent = await text(request);
    if (isRefused()) {
      lambda.refused += 1;
      return THROTTLED;
    }
    const url = new URL(request.url ?? '', 'http://localhost');
    const [, name = '', part] = /^\/2015-03-31\/functions\/([\w-]+)\/(.+)$/.exec(url.pathname) ?? [];
    const fn = lambda.functions[name];
    if (fn === undefined) return { ...json({ Type: 'User', Message: 'Function not found' }), status: 404 };
    if (part === 'versions') return json(versionsOf(lambda, fn, Number(url.searchParams.get('Marker') ?? 0)));
    if (request.method === 'PUT') {
      if (lambda.denied.includes(name)) return DENIED;
      const { FunctionVersion, RoutingConfig } = JSON.parse(sent);
      Object.assign(fn, { live: FunctionVersion, weights: RoutingConfig.AdditionalVersionWeights });
    }
    const RoutingConfig = { AdditionalVersionWeights: fn.weights ?? {} };
    return json({ Name: 'live', FunctionVersion: fn.live, RoutingConfig });
  }
  answerAsAws(receive);
  return lambda;
}

function versionsOf({ deployed }: Lambda, fn: Fn, from: number): object {
  const all = [undefined, ...fn.versions].map((release, at) => ({
    Version: at === 0 ? '$LATEST' : String(at),
    Description:
      release === undefined ? 'Nothing is charged.' : describeRelease(release, 'Nothing is charged.'),
    LastModified: `2026-11-0${1 + deployed.indexOf(release ?? '') + 1}T00:00:00.000+0000`,
  }));
  const next = from + PAGE;
  const more = next < all.length ? { NextMarker: String(next) } : {};
  return { Versions: all.slice(from, next), ...more };
}
