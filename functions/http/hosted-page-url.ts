// The URL of a hosted page. It is absolute, because a deployed stage may add a path prefix.
import { setting } from '#setting.ts';

export const hostedPageUrl = (token: string) => `${setting('PAY_URL')}/iframe/${token}`;
