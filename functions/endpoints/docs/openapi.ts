// GET /openapi.json: the document of the merchants' calls, with the address of this stage (api.md 2.8).
import { withTexts } from '#contract/document-texts.ts';
import type { Language } from '#domain/language.ts';
import { publicDocument } from '#http/document.ts';
import { setting } from '#setting.ts';
import english from '../../../docs/openapi.json' with { type: 'json' };
import turkish from '../../../docs/openapi.tr.json' with { type: 'json' };

const texts = new Map<Language, string>();
function documentIn(language: Language): string {
  const inTurkish: Record<string, string> = language === 'tr' ? turkish : {};
  const document = withTexts(english, (text) => inTurkish[text] ?? text);
  const text = JSON.stringify({ ...(document as object), servers: [{ url: setting('BASE_URL') }] });
  texts.set(language, text);
  return text;
}

export const handler = publicDocument(({ path }) => {
  const language = path.endsWith('.tr.json') ? 'tr' : 'en';
  return { text: texts.get(language) ?? documentIn(language), type: 'application/json', language };
});
