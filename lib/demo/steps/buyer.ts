// A buyer without scripts: fills in the form of a hosted page, types the code on the issuer's page, and
// returns the final redirect or notice.

export type Page = { address: string; html: string; location: string | null };
/** Maps a deployed URL to the one that is actually called. */
type MapUrl = (address: string) => string;

async function read(address: string, mapUrl: MapUrl, fields?: Record<string, string>): Promise<Page> {
  const sent = fields && { method: 'POST', body: new URLSearchParams(fields) };
  const response = await fetch(mapUrl(address), { redirect: 'manual', ...sent });
  return { address, html: await response.text(), location: response.headers.get('location') };
}

/** Posts the page's form with its hidden fields and the buyer's entries. */
async function submit(
  { address, html }: Page,
  mapUrl: MapUrl,
  entry: Record<string, string> = {},
): Promise<Page> {
  const form = /<form\b[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
  const hidden = [...form.matchAll(/<input type="hidden"[^>]*>/g)].map(
    ([input]) => [attribute(input, 'name'), attribute(input, 'value')] as const,
  );
  const action = new URL(attribute(form, 'action'), address).href;
  return await read(action, mapUrl, { ...Object.fromEntries(hidden), ...entry });
}

function attribute(markup: string, name: string): string {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(markup)?.[1] ?? '';
  const letters: Record<string, string> = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' };
  return value.replace(/&(quot|#39|lt|gt|amp);/g, (_, letter: string) => letters[letter] ?? '');
}

/** Pays with the card and the correct verification code. Returns the redirect's URL or the page's notice. */
export const payAsBuyer = async (
  pageUrl: string,
  cardNumber: string,
  mapUrl: MapUrl = sameUrl,
): Promise<string> => finishPayment(await enterCard(pageUrl, { cardNumber }, mapUrl), mapUrl);

const sameUrl: MapUrl = (address) => address;
const CARD = { ownerName: 'Ayşe Yılmaz', expiryMonth: '12', expiryYear: '30', cvv: '123' };

/** Submits the form of the page. With 3-D Secure the payment then waits for the issuer. */
export const enterCard = async (
  pageUrl: string,
  entry: { cardNumber: string } & Record<string, string>,
  mapUrl: MapUrl = sameUrl,
): Promise<Page> => await submit(await read(pageUrl, mapUrl), mapUrl, { ...CARD, ...entry });

/** Answers the issuer if it asks. Returns the redirect's URL or the page's notice. */
export async function finishPayment(entered: Page, mapUrl: MapUrl = sameUrl): Promise<string> {
  let page = entered;
  if (page.html.includes('id="challenge"')) {
    page = await submit(page, mapUrl);
    const challengeInput = { code: '123456', action: 'approve' };
    if (page.html.includes('name="code"')) page = await submit(page, mapUrl, challengeInput);
    page = await submit(page, mapUrl);
  }
  const returnLink = /<a\b[^>]*id="return"[^>]*>/.exec(page.html)?.[0];
  return page.location ?? (returnLink ? attribute(returnLink, 'href') : readNotice(page.html));
}

/** The text of the page's notice. */
function readNotice(html: string): string {
  const notice = /id="notice"[^>]*>([\s\S]*?)<\/div><\/div>/.exec(html)?.[1] ?? '';
  return notice
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
