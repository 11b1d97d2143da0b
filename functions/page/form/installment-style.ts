// The style of the installments, for the forms that have them. The radio button of a count lies over the whole
// of it.
import { style } from '../html.ts';

export const INSTALLMENT_STYLE = style`
:is(.top, .chip) small { display: block; color: var(--soft); }
.chips { display: grid; grid-template-columns: repeat(auto-fit, minmax(5.5rem, 1fr)); gap: .5rem; }
.chip {
  position: relative; margin: 0; padding: .375rem .25rem; border: 1px solid var(--edge);
  border-radius: .625rem; font-size: .875rem; font-weight: 400; text-align: center;
}
.chip input {
  position: absolute; inset: 0; width: 100%; height: 100%; border: 0 !important; border-radius: inherit;
  background: none;
}
.chip > :not(input) { display: block; }
.chip:has(:checked), [aria-pressed=true] {
  outline: 2px solid var(--accent); outline-offset: -2px; background: var(--wait-ground);
}
.families { margin-top: .5rem; }
.families > div { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .5rem; }
`;

/** Beside the form nothing is chosen. */
export const CARD_INSTALLMENTS_STYLE = style`
main > div { display: grid; align-content: start; gap: 1.25rem; }
h1 { font-size: 1.25rem; }
input, .families { display: none; }
legend { margin-bottom: .5rem; padding: 0; font-weight: 600; }
summary { padding: .75rem 0; cursor: pointer; }
`;
