// The origins that may show a page in a frame (hosted-page.md 9.1).

/**
 * An origin without `*`, `;` and `,`, which a host may contain and which have another meaning in a policy.
 */
const WHOLE_ORIGIN = /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

/**
 * The origins in the notation of a policy, each once. An address that is not http(s) is left out: an invalid
 * entry must restrict the policy, and must not add a space or semicolon to it.
 */
export function originsOf(addresses: readonly string[]): string[] {
  const valid = addresses.flatMap((address) => {
    if (!URL.canParse(address)) return [];
    const { origin } = new URL(address);
    return WHOLE_ORIGIN.test(origin) ? [origin] : [];
  });
  return [...new Set(valid)];
}

export type ReturningPage = {
  successUrl?: string;
  failUrl?: string;
  cancelUrl?: string;
  /** The origins that the merchant and the page's call have named, as they were when it was created. */
  frameOrigins: readonly string[];
};

/**
 * The shop shows the page where its buyer is and returns to: the origins of the page's own addresses, and
 * those that the merchant or the call has named.
 */
export const frameOriginsOf = ({ successUrl, failUrl, cancelUrl, frameOrigins }: ReturningPage): string[] =>
  originsOf([successUrl, failUrl, cancelUrl, ...frameOrigins].flatMap((address) => address ?? []));
