// E-mail addresses of customers and shops.
import { isEmail, MAX_EMAIL_LENGTH } from '#domain/customer.ts';
import { checked, text } from './field.ts';

export const email = () =>
  checked(
    text(1, MAX_EMAIL_LENGTH),
    isEmail,
    { tr: 'ad@ornek.com gibi', en: 'like name@example.com' },
    { kind: 'email', max: MAX_EMAIL_LENGTH },
  );
