// The payment page in a frame of the demo shop, as docs/shops.md describes: the page reports its height.
import type { Language } from '#domain/language.ts';
import { type Html, html, raw } from '#page/html.ts';
import { shopDocument } from './shop-page.ts';
import { SHOP_TEXTS } from './shop-texts.ts';

const HEIGHT_SCRIPT = raw`
const frame = document.getElementById('pay');
addEventListener('message', ({ source, data }) => {
  if (source === frame.contentWindow && data.type === 'payment-page') frame.height = data.height;
});`;

export function framePage(view: { language: Language; cspNonce: string; hostedPageUrl: string }): Html {
  const { language, cspNonce, hostedPageUrl } = view;
  const texts = SHOP_TEXTS[language];
  return shopDocument({
    language,
    cspNonce,
    title: texts.frameTitle,
    main: html`<main class="framed"><h1>${texts.frameTitle}</h1><p>${texts.frameText}</p>
<iframe id="pay" src="${hostedPageUrl}" title="${texts.frameTitle}" height="900"></iframe></main>
<script nonce="${cspNonce}">${HEIGHT_SCRIPT}</script>`,
  });
}
