// A buyer without scripts: fills in the form of a hosted page, types the code on the issuer's page, and
// returns the final redirect or notice.

type Page = { address: string; html: string; location: string | null };
/** Maps a deployed URL to the one that is actually called. */
type Reach = (address: string) => string;

async function read(address: string, reach: Reach, fields?: Record<string, string>): Promise<Page> {
  const sent = fields && { method: 'POST', body: new URLSearchParams(fields) };
  const response = await fetch(reach(address), { redirect: 'manual', ...sent });
  return { address, html: await response.text(), location: response.headers.get('location') };
}

/** Posts the page's form with its hidden fields and the buyer's entries. */
async function submit(
  { address, html }: Page,
  reach: Reach,
  entry: Record<string, string> = {},
): Promise<Page> {
  const form = /<form\b[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
  const hidden = [...form.matchAll(/<input type="hidden"[^>]*>/g)].map(
    ([input]) => [attribute(input, 'name'), attribute(input, 'value')] as const,
  );
  const action = new URL(attribute(form, 'action'), address).href;
  return await read(action, reach, { ...Object.fromEntries(hidden), ...entry });
}

function attribute(markup: string, name: string): string {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(markup)?.[1] ?? '';
  const letters: Record<string, string> = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' };
  return value.replace(/&(quot|#39|lt|gt|amp);/g, (_, letter: string) => letters[letter] ?? '');
}

/** Pays with the card and the correct verification code. Returns the redirect's URL or the page's notice. */
export async function payAsBuyer(
  pageUrl: string,
  cardNumber: string,
  reach: Reach = (address) => address,
): Promise<string> {
  const card = { ownerName: 'Ayşe Yılmaz', cardNumber, expiryMonth: '12', expiryYear: '30', cvv: '123' };
  let page = await submit(await read(pageUrl, reach), reach, card);
  if (page.html.includes('id="challenge"')) {
    page = await submit(page, reach);
    const answer = { code: '123456', action: 'approve' };
    if (page.html.includes('name="code"')) page = await submit(page, reach, answer);
    page = await submit(page, reach);
  }
  const leaving = /<a\b[^>]*id="return"[^>]*>/.exec(page.html)?.[0];
  return page.location ?? (leaving ? attribute(leaving, 'href') : readNotice(page.html));
}

/** The text of the page's notice. */
function readNotice(html: string): string {
  const notice = /id="notice"[^>]*>([\s\S]*?)<\/div><\/div>/.exec(html)?.[1] ?? '';
  return notice
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
