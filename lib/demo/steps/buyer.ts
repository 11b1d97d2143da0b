// A buyer without scripts, who pays on a hosted page and types the code on the issuer's page.

type BrowserPage = { address: string; html: string; location: string | null };

const CARD = { ownerName: 'Ayşe Yılmaz', expiryMonth: '12', expiryYear: '30', cvv: '123' };
const RIGHT_CODE = { code: '123456', action: 'approve' };

/** Pays with the card. Returns the redirect's URL or the page's notice. */
export async function payAsBuyer(pageUrl: string, cardNumber: string): Promise<string> {
  const entered = await submitForm(await open(pageUrl), { ...CARD, cardNumber });
  if (!entered.html.includes('id="challenge"')) return resultOf(entered);
  // The bank's gate sends the browser on to the issuer, if there is something to ask.
  const gate = await submitForm(entered);
  const isAsked = gate.html.includes('name="challenge"');
  const answered = isAsked ? await submitForm(await submitForm(gate), RIGHT_CODE) : gate;
  return resultOf(await submitForm(answered));
}

async function open(address: string, fields?: Record<string, string>): Promise<BrowserPage> {
  const sent = fields && { method: 'POST', body: new URLSearchParams(fields) };
  const response = await fetch(address, { redirect: 'manual', ...sent });
  return { address, html: await response.text(), location: response.headers.get('location') };
}

/** Posts the page's form with its hidden fields and the buyer's entries. */
async function submitForm(
  { address, html }: BrowserPage,
  entry: Record<string, string> = {},
): Promise<BrowserPage> {
  const form = /<form\b[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
  const hidden = [...form.matchAll(/<input type="hidden"[^>]*>/g)].map(
    ([input]) => [attribute(input, 'name'), attribute(input, 'value')] as const,
  );
  return await open(new URL(attribute(form, 'action'), address).href, {
    ...Object.fromEntries(hidden),
    ...entry,
  });
}

function attribute(markup: string, name: string): string {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(markup)?.[1] ?? '';
  const letters: Record<string, string> = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' };
  return value.replace(/&(quot|#39|lt|gt|amp);/g, (_, letter: string) => letters[letter] ?? '');
}

function resultOf({ html, location }: BrowserPage): string {
  const returnLink = /<a\b[^>]*id="return"[^>]*>/.exec(html)?.[0];
  if (location !== null || returnLink) return location ?? attribute(returnLink ?? '', 'href');
  const notice = /id="notice"[^>]*>([\s\S]*?)<\/div><\/div>/.exec(html)?.[1] ?? '';
  return notice
    .replace(/<\/h3>/g, ':')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
