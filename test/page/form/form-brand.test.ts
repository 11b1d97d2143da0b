// The brand in the form and the brand of the payment come from one table, so they are always equal.
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { cardAssociation } from '#domain/card/card.ts';
import { longestPrefixesFirst, prefixText } from '#domain/card/card-prefix.ts';
import { paymentForm } from '#page/form/payment-form.ts';
import { render } from '#page/html.ts';
import { FORM_PART } from '#page/script/form-script.ts';
import { formView } from '../every-page.ts';

const script = render(FORM_PART);
const source = script.slice(script.indexOf('const prefixes ='), script.indexOf('const group ='));
const brandOf = runInNewContext(`${source}; brandOf`, { words: { prefixes: prefixText() } }) as (
  digits: string,
) => string;

it('the form script and the service give the same brand for every prefix, also while it is typed', () => {
  const borders = longestPrefixesFirst().flatMap(({ from, to }) => [from - 1, from, to, to + 1]);
  for (const number of borders.map((border) => String(border).padEnd(16, '5'))) {
    for (let length = 0; length <= number.length; length += 1) {
      const digits = number.slice(0, length);
      const association = cardAssociation(digits);
      expect([digits, brandOf(digits)]).toEqual([digits, association === 'OTHER' ? '' : association]);
    }
  }
});

it('the form contains the table of prefixes', () => {
  expect(render(paymentForm(formView('tr')))).toContain(`data-prefixes="${prefixText()}"`);
});
