// The URLs of the pages for buyers. They are absolute, because a deployed stage may add a path prefix.
import { setting } from '#setting.ts';

export const hostedPageUrl = (token: string) => `${setting('PAY_URL')}/iframe/${token}`;
/** The URL of a logo: its id is in the place of a page's token (hosted-page.md 12.5). */
export const logoUrl = (id: string) => hostedPageUrl(`logo-${id}`);
export const cardPageUrl = (token: string) => `${setting('PAY_URL')}/card/${token}`;
