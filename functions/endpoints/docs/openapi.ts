// GET /openapi.json: the document of the merchants' calls, with the address of this stage (api.md 2.8).
import { withTexts } from '#contract/document-texts.ts';
import { publicDocument } from '#http/document.ts';
import { setting } from '#setting.ts';
import english from '../../../docs/openapi.json' with { type: 'json' };
import turkish from '../../../docs/openapi.tr.json' with { type: 'json' };

export const handler = publicDocument((language) => {
  const texts: Record<string, string> = language === 'tr' ? turkish : {};
  const document = withTexts(english, (text) => texts[text] ?? text);
  return { ...(document as object), servers: [{ url: setting('BASE_URL') }] };
});
