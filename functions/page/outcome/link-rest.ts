// An open payment link that takes no card until tomorrow: the attempts of the day are used up (hosted-page.md
// 14.3).
import { reasonOnly } from '../buyer-sentences.ts';
import { instantText } from '../format.ts';
import type { Html } from '../html.ts';
import { LINK_TEXTS, TEXTS } from '../texts.ts';
import { type OutcomeView, outcomePage } from './outcome.ts';

type RestView = OutcomeView & {
  timeZone: string;
  /** The last decline as text for the buyer; its advice is left out. */
  decline: string | undefined;
  /** ISO, as the end of the link. */
  until: string;
  expiresAt: string;
};

export function linkRests({ decline, until, expiresAt, ...view }: RestView): Html {
  const { language, timeZone } = view;
  const texts = LINK_TEXTS[language];
  const when = instantText(new Date(until), timeZone, language);
  return outcomePage(view, {
    sign: 'neutral',
    state: 'resting',
    title: texts.restTitle,
    text: [reasonOnly(decline ?? ''), TEXTS[language].notCharged].filter(Boolean).join(' '),
    advice: until < expiresAt ? texts.restUntil(when) : texts.restLast,
    isError: true,
  });
}
