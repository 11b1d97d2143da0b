// The names under which the local service answers. A browser sends the name in the page's address, so the
// service recognises a page whose own name points to this machine (DNS rebinding).

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export type AllowedHosts = {
  /** `host` is the header of a request, with or without a port. */
  allows(host: string | undefined): boolean;
  /** True if the request has no origin, or the origin of an allowed host. */
  allowsOrigin(origin: string | undefined): boolean;
};

/** `hostNames`: other names of this machine. */
export function allowHosts(hostNames: readonly string[]): AllowedHosts {
  const names = new Set([...LOOPBACK, ...hostNames.map((name) => name.toLowerCase())]);
  const isKnown = (address: string) => URL.canParse(address) && names.has(new URL(address).hostname);
  return {
    allows: (host) => /^[^@/\\?#]+$/.test(host ?? '') && isKnown(`http://${host}`),
    allowsOrigin: (origin) => origin === undefined || isKnown(origin),
  };
}

export const REFUSAL =
  'This service answers only under a name of this machine, such as localhost, and its controls only to ' +
  'pages of this machine. To allow another name, start it with HOSTS=name (several with commas).\n';
