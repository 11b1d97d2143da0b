// The one spelling of a hosted page's address. Whole, because a deployed stage may put a path before it.
import { setting } from '#setting.ts';

export const hostedPageUrl = (token: string) => `${setting('PAY_URL')}/iframe/${token}`;
