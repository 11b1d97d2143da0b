// A buyer without scripts, of a service that is not in this process: fills in the form of a hosted page,
// types the code on the issuer's page, and returns the final redirect or notice.
import { attribute, RIGHT_CODE, readForm } from './buyer.ts';

export type Page = { address: string; html: string; location: string | null };
/** Sends a request of the browser: by default to the address itself. */
type Browse = (address: string, init?: RequestInit) => Promise<Response>;

/** Opens an address, or posts fields to it. */
export async function openAddress(
  address: string,
  browse: Browse = fetch,
  fields?: Record<string, string>,
): Promise<Page> {
  const sent = fields && { method: 'POST', body: new URLSearchParams(fields) };
  const response = await browse(address, { redirect: 'manual', ...sent });
  return { address, html: await response.text(), location: response.headers.get('location') };
}

/** Posts the page's form with its hidden fields and the buyer's entries. */
export async function submitForm(
  { address, html }: Page,
  browse: Browse = fetch,
  entry: Record<string, string> = {},
): Promise<Page> {
  const { action = '', hidden } = readForm(html) ?? {};
  return await openAddress(new URL(action, address).href, browse, { ...hidden, ...entry });
}

/** Pays with the card and the correct verification code. Returns the redirect's URL or the page's notice. */
export const payAsBuyer = async (pageUrl: string, cardNumber: string, browse?: Browse): Promise<string> =>
  finishPayment(await enterCard(pageUrl, { cardNumber }, browse), browse);

const CARD = { ownerName: 'Ayşe Yılmaz', expiryMonth: '12', expiryYear: '30', cvv: '123' };

/** Submits the form of the page. With 3-D Secure the payment then waits for the issuer. */
export const enterCard = async (
  pageUrl: string,
  entry: { cardNumber: string } & Record<string, string>,
  browse?: Browse,
): Promise<Page> => await submitForm(await openAddress(pageUrl, browse), browse, { ...CARD, ...entry });

/** The choices of installments on a page, the single payment first: `1`, `3`, `6:10601`. */
export const choicesOf = ({ html }: Page): string[] =>
  [...html.matchAll(/type="radio" name="installment"\s+value="([^"]+)"/g)].map(([, choice = '']) => choice);

/** Answers the issuer if it asks. Returns the redirect's URL or the page's notice. */
export async function finishPayment(entered: Page, browse?: Browse): Promise<string> {
  if (!asksIssuer(entered)) return resultOf(entered);
  return resultOf(await submitForm(await answerIssuer(entered, RIGHT_CODE, browse), browse));
}

export const asksIssuer = ({ html }: Page): boolean => html.includes('id="challenge"');

/** Goes to the issuer and answers if it asks. Returns the bank's page, whose form leads back to ours. */
export async function answerIssuer(
  entered: Page,
  answer: Record<string, string>,
  browse?: Browse,
): Promise<Page> {
  let page = await submitForm(entered, browse);
  // The gate sends the browser on to the issuer.
  if (page.html.includes('est3Dgate/acs')) page = await submitForm(page, browse);
  return page.html.includes('name="code"') ? await submitForm(page, browse, answer) : page;
}

/** The redirect's URL or the page's notice. */
export function resultOf(page: Page): string {
  const returnLink = /<a\b[^>]*id="return"[^>]*>/.exec(page.html)?.[0];
  return page.location ?? (returnLink ? attribute(returnLink, 'href') : readNotice(page.html));
}

/** The text of the page's notice. */
function readNotice(html: string): string {
  const notice = /id="notice"[^>]*>([\s\S]*?)<\/div><\/div>/.exec(html)?.[1] ?? '';
  return notice
    .replace(/<\/h3>/g, ':')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
