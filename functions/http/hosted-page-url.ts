// The URLs of the pages for buyers. They are absolute, because a deployed stage may add a path prefix.
import { setting } from '#setting.ts';

export const hostedPageUrl = (token: string) => `${setting('PAY_URL')}/iframe/${token}`;
/** Of a logo: below the path of the pages, which is in the place of a token (hosted-page.md 12.5). */
export const logoUrl = (id: string) => hostedPageUrl(`logo-${id}`);
/** Of a page on which a card is given. */
export const cardPageUrl = (token: string) => `${setting('PAY_URL')}/card/${token}`;
