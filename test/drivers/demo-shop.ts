// A buyer without scripts in the demo shop.
import type { Harness } from '../harness/harness.ts';

export const demoShop = ({ http, service }: Pick<Harness, 'http' | 'service'>) => {
  const post = async (path: string, fields: Record<string, string>, cookie = '') =>
    await http({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      body: new URLSearchParams({ language: 'en', ...fields }).toString(),
    });
  const visit = async (address: string | undefined, cookie = '') => {
    const { pathname, search } = new URL(address ?? 'none:', service.baseUrl);
    return await http({ method: 'GET', path: `${pathname}${search}`, headers: { cookie } });
  };
  return {
    post,
    visit,
    /** Orders. `order`: the shop's page of it, which leads to the payment page `pageUrl`. */
    async buy(fields: { productId: string; scene?: string }, before = '') {
      const { headers } = await post('/shop/buy', fields, before);
      const session = headers['set-cookie'] ?? before;
      const [cookie = ''] = session.split(';');
      const order = await visit(headers['location'], cookie);
      const [, pageUrl = ''] = /id="pay" href="([^"]+)"/.exec(order.text) ?? [];
      return { session, cookie, order, pageUrl };
    },
  };
};
