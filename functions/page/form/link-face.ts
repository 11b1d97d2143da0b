// The face of a payment link: its buyer comes from a message, not from a shop, and reads first who asks, for
// what and until when. The tags for previews name the shop and the end alone: a preview is seen by all who are
// in a conversation, so it tells neither amount nor order nor buyer (hosted-page.md 14.7).
import type { OrderedProduct } from '#domain/row/hosted-page.ts';
import { momentText } from '../format.ts';
import { type Html, html, style } from '../html.ts';
import { FORMATS, LINK_TEXTS, TEXTS } from '../texts.ts';
import type { DeadlineView } from './deadline.ts';

type LinkView = DeadlineView & {
  merchantName: string;
  orderNumber: string;
  products: readonly Pick<OrderedProduct, 'name'>[];
};

export const LINK_STYLE = style`
.request { margin-bottom: 1.25rem; }
.request h1 { font-size: 1.25rem; }
.request > p { margin-top: .25rem; color: var(--soft); }
.order .request .facts { margin-top: .75rem; padding-top: 0; border: 0; gap: .25rem; }
@media (min-width: 60rem) { .request { margin-bottom: 2.25rem; } .request h1 { font-size: 1.5rem; } }
`;

const endOf = ({ expiresAt, timeZone, language }: DeadlineView) => momentText(expiresAt, timeZone, language);

function whatFor({ products, orderNumber, language }: LinkView): Html {
  const [first, ...others] = products;
  if (first === undefined) return html`${TEXTS[language].orderNumber} <bdi>${orderNumber}</bdi>`;
  return html`<bdi>${first.name}</bdi>${others.length > 0 && LINK_TEXTS[language].andMore(others.length)}`;
}

export function linkFace(view: LinkView): Html {
  const texts = LINK_TEXTS[view.language];
  const [before, behind] = texts.asks.split('{}');
  return html`<div class="request"><h1>${texts.name}</h1>
<p>${before}<bdi>${view.merchantName}</bdi>${behind}</p>
<dl class="facts"><div><dt>${texts.whatFor}</dt><dd>${whatFor(view)}</dd></div>
<div><dt>${texts.until}</dt><dd><time datetime="${view.expiresAt.toISOString()}">${endOf(view)}</time></dd></div></dl></div>
`;
}

/** For messengers that show a preview of an address (Open Graph). */
export function previewTags(view: LinkView): Html {
  const { language, merchantName } = view;
  const texts = LINK_TEXTS[language];
  const tags = {
    type: 'website',
    site_name: merchantName,
    title: `${texts.name} · ${merchantName}`,
    description: texts.preview(endOf(view)),
    locale: FORMATS[language].locale.replace('-', '_'),
  };
  return html`${Object.entries(tags).map(
    ([name, content]) => html`<meta property="og:${name}" content="${content}">\n`,
  )}`;
}
