// A buyer whose browser runs no scripts: opens a hosted page, fills in its form and submits it.
import type { Headers, Http, HttpAnswer, Sent } from '../harness/start/wire.ts';

/** Card numbers of the sandbox, named by the answer of the issuer. */
export const CARDS = {
  approved: '5528790000000008',
  approvedVisa: '4603450000000000',
  troy: '9792030000000000',
  amex: '374427000000003',
  insufficientFunds: '4111111111111129',
  doNotHonour: '4129111111111111',
  irrevocable: '5406670000000009',
} as const;

export type BuyerPage = HttpAnswer & {
  /** Path of the page, `/iframe/HST-...`. */
  path: string;
  /** The next address of the browser: the `Location` header or the page's link back to the shop. */
  location: string | undefined;
  /** The form of the page with its hidden fields, undefined if the page has none. */
  form: { action: string; hidden: Record<string, string> } | undefined;
};
export type CardEntry = {
  ownerName?: string;
  cardNumber?: string;
  /** The one field of the form; month and year count without it. */
  expiry?: string;
  expiryMonth?: string;
  expiryYear?: string;
  cvv?: string;
  installment?: string;
};
const GOOD_CARD: Required<Omit<CardEntry, 'installment' | 'expiry'>> = {
  ownerName: 'Ayşe Yılmaz',
  cardNumber: CARDS.approved,
  expiryMonth: '12',
  expiryYear: '29',
  cvv: '123',
};

/** Creates a browser without scripts, reduced to the needs of a form. */
export function createBuyer(http: Http) {
  const send = async (request: Sent): Promise<BuyerPage> => {
    const answer = await http(request);
    const location = answer.headers['location'] ?? returnLink(answer.text);
    return { ...answer, path: request.path, location, form: readForm(answer.text) };
  };
  /** Posts the form of a page with its hidden fields and the buyer's entries. */
  const post = async (page: BuyerPage, entry: Record<string, string>, headers: Headers = {}) => {
    if (page.form === undefined) throw new Error(`There is no form on this page (${page.status}).`);
    return await send({
      method: 'POST',
      path: pathOf(page.form.action, page.path),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ ...page.form.hidden, ...entry }).toString(),
    });
  };
  /** Posts our form to the 3-D Secure page of the bank and returns the bank's page that leads back to us. */
  const verify = async (page: BuyerPage, entry: Record<string, string>): Promise<BuyerPage> => {
    const gate = await post(page, {});
    // Some sandbox cards are authenticated or declined without a code.
    if (gate.form?.hidden['challenge'] === undefined) return gate;
    return await post(await post(gate, {}), entry);
  };
  return {
    /** `url` is the complete address or its path. */
    open: async (url: string, headers: Headers = {}): Promise<BuyerPage> =>
      await send({ method: 'GET', path: pathOf(url), headers }),
    post,
    verify,
    /**
     * Submits the form of the page, with a good card unless `entry` has another one, and enters the right
     * code if the bank asks for one.
     */
    submit: async (page: BuyerPage, entry: CardEntry = {}, headers: Headers = {}): Promise<BuyerPage> => {
      const sent = await post(page, { ...GOOD_CARD, ...entry }, headers);
      if (!isChallenge(sent)) return sent;
      return await post(await verify(sent, RIGHT_CODE), {});
    },
  };
}
export type Buyer = ReturnType<typeof createBuyer>;

/** The buyer's entries on the 3-D Secure page of the bank. */
export const RIGHT_CODE = { code: '123456', action: 'approve' };
export const WRONG_CODE = { code: '000000', action: 'approve' };
export const CANCEL = { action: 'cancel' };

export const isChallenge = ({ text }: BuyerPage) => text.includes('data-state="challenge"');

/** The address of the page's link back to the shop. */
function returnLink(html: string): string | undefined {
  if (!html.includes('data-state="returning"')) return undefined;
  return attribute(/<a\b[^>]*id="return"[^>]*>/.exec(html)?.[0] ?? '', 'href');
}

/** Of a form, whose action may be relative to its page. */
const pathOf = (url: string, from = '/') =>
  /^(https?:|\/)/.test(url)
    ? url.replace(/^https?:\/\/[^/]+/, '')
    : new URL(url, `http://host${from}`).pathname;

export function readForm(html: string): BuyerPage['form'] {
  const form = /<form\b[^>]*>[\s\S]*?<\/form>/.exec(html)?.[0];
  if (form === undefined) return undefined;
  const inputs = [...form.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([input]) => input);
  return {
    action: attribute(form, 'action'),
    hidden: Object.fromEntries(inputs.map((one) => [attribute(one, 'name'), attribute(one, 'value')])),
  };
}

export function attribute(markup: string, name: string): string {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(markup)?.[1] ?? '';
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
