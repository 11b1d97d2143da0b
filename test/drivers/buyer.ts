// A buyer with a browser without scripts: opens a hosted page, fills in its form, sends it.
import type { Headers, Http, HttpAnswer, Sent } from '../harness/harness.ts';

/** Sandbox cards: what the bank's issuers answer. */
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
  /** Where the browser goes next: a redirect's address, or the shop's where a page moves on by itself. */
  location: string | undefined;
  /** The form of the page with its hidden fields; undefined where there is none. */
  form: { action: string; hidden: Record<string, string> } | undefined;
};
export type CardEntry = {
  ownerName?: string;
  cardNumber?: string;
  expiryMonth?: string;
  expiryYear?: string;
  cvv?: string;
  installment?: string;
};
const GOOD_CARD: Required<Omit<CardEntry, 'installment'>> = {
  ownerName: 'Ayşe Yılmaz',
  cardNumber: CARDS.approved,
  expiryMonth: '12',
  expiryYear: '29',
  cvv: '123',
};

/** A browser without scripts, as far as a form needs one. */
export function createBuyer(http: Http) {
  const visit = async (request: Sent): Promise<BuyerPage> => {
    const answer = await http(request);
    const location = answer.headers['location'] ?? leavingTo(answer.text);
    return { ...answer, path: request.path, location, form: readForm(answer.text) };
  };
  /** Posts the form of a page as it stands, with what the buyer adds. */
  const post = async (page: BuyerPage, entry: Record<string, string>, headers: Headers = {}) => {
    if (page.form === undefined) throw new Error(`There is no form on this page (${page.status}).`);
    return await visit({
      method: 'POST',
      path: pathOf(page.form.action),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ ...page.form.hidden, ...entry }).toString(),
    });
  };
  /** From our page with the form for the bank to the bank's page that leads back to us. */
  const verify = async (page: BuyerPage, entry: Record<string, string>): Promise<BuyerPage> => {
    const gate = await post(page, {});
    // A sandbox card may need no code, or none may help.
    if (gate.form?.hidden['challenge'] === undefined) return gate;
    return await post({ ...gate, form: { ...gate.form, action: '/fim/est3Dgate/challenge' } }, entry);
  };
  return {
    /** `url` may be the whole address or its path. */
    open: async (url: string, headers: Headers = {}): Promise<BuyerPage> =>
      await visit({ method: 'GET', path: pathOf(url), headers }),
    post,
    verify,
    /**
     * Fills in the form of the page, a good card where nothing else is said, and sends it; types the right
     * code where the bank asks for one.
     */
    submit: async (page: BuyerPage, entry: CardEntry = {}, headers: Headers = {}): Promise<BuyerPage> => {
      const sent = await post(page, { ...GOOD_CARD, ...entry }, headers);
      if (!isChallenge(sent)) return sent;
      return await post(await verify(sent, RIGHT_CODE), {});
    },
  };
}
export type Buyer = ReturnType<typeof createBuyer>;

/** What a buyer enters on the page of the bank: the code, or nothing and the other button. */
export const RIGHT_CODE = { code: '123456', action: 'approve' };
export const WRONG_CODE = { code: '000000', action: 'approve' };
export const CANCEL = { action: 'cancel' };

export const isChallenge = ({ text }: BuyerPage) => text.includes('data-state="challenge"');

/** The address of a page that moves on to the shop by itself. */
function leavingTo(html: string): string | undefined {
  if (!html.includes('data-state="returning"')) return undefined;
  return attribute(/<a\b[^>]*id="return"[^>]*>/.exec(html)?.[0] ?? '', 'href');
}

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');

function readForm(html: string): BuyerPage['form'] {
  const form = /<form\b[^>]*>[\s\S]*?<\/form>/.exec(html)?.[0];
  if (form === undefined) return undefined;
  const inputs = [...form.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([input]) => input);
  return {
    action: attribute(form, 'action'),
    hidden: Object.fromEntries(inputs.map((one) => [attribute(one, 'name'), attribute(one, 'value')])),
  };
}

function attribute(markup: string, name: string): string {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(markup)?.[1] ?? '';
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
