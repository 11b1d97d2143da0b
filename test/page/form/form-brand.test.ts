// The form's script and the service judge a number or an expiry alike.
import { expect, it } from 'vitest';
import {
  cardAssociation,
  longestPrefixesFirst,
  prefixText,
  refusedPrefixesFirst,
  refusedPrefixText,
} from '#domain/card/card-prefix.ts';
import * as domain from '#domain/card/typed-card.ts';
import { spellingText } from '#domain/card/typed-card.ts';
import { brandOf, numberFault, readExpiry, readTables, refusedBrand } from '#page/browser/form/card-rules.ts';
import { paymentForm } from '#page/form/payment-form.ts';
import { render } from '#page/html.ts';
import { formView } from '../every-page.ts';

readTables({ prefixes: prefixText(), refused: refusedPrefixText(), spellings: spellingText() });

it('the form script and the service give the same brand for every prefix, also while it is typed', () => {
  const borders = [...longestPrefixesFirst(), ...refusedPrefixesFirst()].flatMap(({ from, to }) => [
    from - 1,
    from,
    to,
    to + 1,
  ]);
  for (const number of borders.map((border) => String(border).padEnd(16, '5'))) {
    for (let length = 0; length <= number.length; length += 1) {
      const digits = number.slice(0, length);
      const association = cardAssociation(digits);
      expect([digits, brandOf(digits)]).toEqual([digits, association === 'OTHER' ? '' : association]);
      expect([digits, refusedBrand(digits)]).toEqual([digits, domain.refusedBrand(digits) ?? '']);
    }
  }
});

it('the form script and the service find the same faults of card numbers', () => {
  for (const start of ['4', '51', '34', '9792', '99', '401178'])
    for (let length = start.length; length <= 19; length += 1)
      for (const digit of '0123456789') {
        const digits = start.padEnd(length - 1, '0') + digit;
        // The field accepts no more digits than the brand has.
        const fault = digits.length > (/^(51|9792)/.test(digits) ? 16 : /^34/.test(digits) ? 15 : 19);
        if (!fault) expect([digits, numberFault(digits)]).toEqual([digits, domain.numberFault(digits) ?? '']);
      }
});

it('the form script and the service read every expiry alike', () => {
  const parts = ['', '0', '1', '9', '12', '13', '20', '30', '2030', '203'];
  for (const one of parts)
    for (const gap of ['', '/', ' / ', '-', '.'])
      for (const other of parts) {
        const text = `${one}${gap}${other}`;
        const read = domain.readExpiry(text);
        const month = typeof read === 'object' ? `${read.expiryMonth}/${read.expiryYear.slice(2)}` : read;
        expect([text, readExpiry(text)]).toEqual([text, month === 'unreadable' ? '' : month]);
      }
});

it('the form contains the tables of prefixes and of spellings', () => {
  const page = render(paymentForm(formView('tr')));
  expect(page).toContain(`data-prefixes="${prefixText()}"`);
  expect(page).toContain(`data-refused="${refusedPrefixText()}"`);
});
