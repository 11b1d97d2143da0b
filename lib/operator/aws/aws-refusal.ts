// What a person reads when AWS refuses a call or cannot be reached: AWS's own code and words, the host, the
// id under which AWS finds the request, and what to do where that is known.

type RefusedCall = { status: number; code: string | undefined; message: string | undefined };
type RefusingHost = { host: string; requestId: string | undefined };

export class AwsRefusal extends Error {
  readonly status: number;
  /** AWS's code, or the HTTP status if the answer has none. */
  readonly code: string;
  constructor(
    operation: string,
    { status, code = String(status), message }: RefusedCall,
    place: RefusingHost,
  ) {
    const { host, requestId } = place;
    const words = message ? `: ${message}` : '';
    const where = requestId === undefined ? host : `${host}, request ${requestId}`;
    super(`${operation}: ${code}${words} (${where})`);
    this.status = status;
    this.code = code;
  }
}

/** The call may have arrived. */
export class NoAnswer extends Error {
  readonly code: string;
  constructor(operation: string, host: string, cause: unknown) {
    const code = codeOf((cause as { cause?: unknown }).cause ?? cause);
    super(`${operation}: ${host} does not answer (${code})`, { cause });
    this.code = code;
  }
}

/** The code of a refusal of this module, of AWS's clients, or of Node's network. */
function codeOf(error: unknown): string {
  const { code, name, message } = (error ?? {}) as { code?: unknown; name?: string; message?: string };
  if (typeof code === 'string') return code;
  return String(name === 'Error' ? message : name);
}

const SIGN_IN = 'The credentials have expired. Sign in again (aws sso login), then repeat the command.';
const NO_CREDENTIALS = 'There are no valid credentials. Sign in (aws sso login), and set AWS_PROFILE.';
const UNKNOWN_CREDENTIALS =
  'AWS does not take these credentials. AWS_PROFILE chooses others; ' +
  'aws sts get-caller-identity shows whose they are.';
const NO_NETWORK = 'Is there a network here, and is AWS_REGION the Region of the stage?';
const CLOCK = 'Set the clock of this machine: a signature is valid for minutes.';
const LATER = 'The account makes more calls than AWS takes. Repeat the command in a minute.';

/** Codes by which AWS refuses a call for the number of calls; an answer without a code has the status 429. */
export const TOO_MANY =
  /^429$|throttl|TooManyRequests|RequestLimitExceeded|SlowDown|PriorRequestNotComplete/i;

const WAYS_OUT: readonly [codes: RegExp, wayOut: string][] = [
  [/^ExpiredToken(?:Exception)?$/, SIGN_IN],
  [/^(?:CredentialsProviderError|TokenProviderError)$/, NO_CREDENTIALS],
  [/^(?:RequestExpired|RequestTimeTooSkewed)$/, CLOCK],
  [
    /^(?:InvalidClientTokenId|UnrecognizedClientException|AuthFailure|IncompleteSignature(?:Exception)?)$/,
    UNKNOWN_CREDENTIALS,
  ],
  [/^(?:SignatureDoesNotMatch|InvalidSignatureException)$/, `${UNKNOWN_CREDENTIALS} Or: ${CLOCK}`],
  [TOO_MANY, LATER],
  [/^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|TimeoutError)$/, NO_NETWORK],
];

/** The error and what caused it. */
const causesOf = (error: unknown): unknown[] =>
  error === undefined ? [] : [error, ...causesOf((error as Error | null)?.cause)];

/** The error's own text, with the id of the request if a client of AWS has thrown it. */
export function textOf(error: unknown): string {
  const thrown: Error & { $metadata?: { requestId?: string } } =
    error instanceof Error ? error : new Error(String(error));
  const { name, message, $metadata } = thrown;
  const request = $metadata?.requestId === undefined ? '' : ` (request ${$metadata.requestId})`;
  return `${name === 'Error' ? '' : `${name}: `}${message}${request}`;
}

/** The error's own text, and below it what a person does. */
export function explained(error: unknown): string {
  const codes = causesOf(error).map(codeOf);
  const wayOut = WAYS_OUT.find(([known]) => codes.some((code) => known.test(code)))?.[1];
  return [textOf(error), wayOut].filter((line) => line !== undefined).join('\n');
}
