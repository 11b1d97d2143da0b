import { describe, expect, it } from 'vitest';
import { encodeLatin5Xml } from '#acquirer/latin5.ts';
import { readDocument } from '#acquirer/nestpay/cc5.ts';

const readAnswer = (body: Buffer, contentType?: string) => readDocument(body, contentType, 'CC5Response');
const read = (xml: string) => readAnswer(Buffer.from(xml), 'text/xml; charset=utf-8');
const ofResponse = (inner: string) => read(`<CC5Response>${inner}</CC5Response>`);

describe('readDocument', () => {
  it('every text of an answer is kept unchanged, numbers included', () => {
    const answer = ofResponse('<A>007</A><B>1e3</B><C>0x1F</C><D/><E>true</E><Extra><F> x\ty\t</F></Extra>');
    expect(Object.fromEntries(answer?.top ?? [])).toEqual({
      A: '007',
      B: '1e3',
      C: '0x1F',
      D: '',
      E: 'true',
    });
    expect(Object.fromEntries(answer?.extra ?? [])).toEqual({ F: ' x\ty\t' });
  });

  it.each([
    [
      'the charset of the content type',
      encodeLatin5Xml('<CC5Response><A>ĞÜŞİÖÇğüşıöç</A></CC5Response>'),
      'text/xml;charset=ISO-8859-9',
    ],
    [
      'windows-1254',
      encodeLatin5Xml('<CC5Response><A>ĞÜŞİÖÇğüşıöç</A></CC5Response>'),
      'text/xml; charset="windows-1254"',
    ],
    [
      'the declaration if the content type names no charset',
      Buffer.from('<?xml version="1.0" encoding="UTF-8"?><CC5Response><A>ĞÜŞİÖÇğüşıöç</A></CC5Response>'),
      'text/xml',
    ],
    [
      'ISO-8859-9 if no charset is named',
      encodeLatin5Xml('<CC5Response><A>ĞÜŞİÖÇğüşıöç</A></CC5Response>'),
      undefined,
    ],
    [
      'ISO-8859-9 if the charset is unknown',
      encodeLatin5Xml('<CC5Response><A>ĞÜŞİÖÇğüşıöç</A></CC5Response>'),
      'text/xml; charset=turkish',
    ],
  ])('an answer is decoded by %s', (_, body, contentType) => {
    expect(readAnswer(body, contentType)?.top.get('A')).toBe('ĞÜŞİÖÇğüşıöç');
  });

  it.each([
    ['Z&#x130;RAAT', 'ZİRAAT'],
    ['&#304;&#305;', 'İı'],
    ['&amp;lt;&lt;&gt;&quot;&apos;', '&lt;<>"\''],
    ['&#x110000;&unknown;&constructor;', '&#x110000;&unknown;&constructor;'],
  ])('the character references of %s are resolved once', (text, expected) => {
    expect(ofResponse(`<A>${text}</A>`)?.top.get('A')).toBe(expected);
  });

  it.each([
    ['empty', ''],
    ['a word', 'Approved'],
    ['HTML', '<html><body><h1>502</h1></body></html>'],
    ['a document with another root', '<CC5Request><Response>Approved</Response></CC5Request>'],
    ['two roots', '<CC5Response><A>1</A></CC5Response><CC5Response><A>1</A></CC5Response>'],
    ['two different roots', '<CC5Response><A>1</A></CC5Response><Other>1</Other>'],
    ['text after the end', '<CC5Response><A>1</A></CC5Response>x'],
    ['a bracket after the end', '<CC5Response><A>1</A></CC5Response><'],
    ['an open element', '<CC5Response><A>1</CC5Response>'],
    ['an open root', '<CC5Response><A>1</A>'],
    ['the same element twice', '<CC5Response><A>1</A><A>2</A></CC5Response>'],
    ['the same element twice in Extra', '<CC5Response><Extra><A>1</A><A>1</A></Extra></CC5Response>'],
    ['Extra twice', '<CC5Response><Extra><A>1</A></Extra><Extra><A>1</A></Extra></CC5Response>'],
    ['a root with a text only', '<CC5Response>Approved</CC5Response>'],
    ['a document type', '<!DOCTYPE CC5Response><CC5Response><A>1</A></CC5Response>'],
    ['an internal entity', '<!DOCTYPE r [<!ENTITY a "Approved">]><CC5Response><A>&a;</A></CC5Response>'],
    [
      'an external entity',
      '<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><CC5Response><A>&a;</A></CC5Response>',
    ],
    ['a name like __proto__', '<CC5Response><__proto__>1</__proto__></CC5Response>'],
    ['20,000 levels deep', `${'<CC5Response>'.repeat(20_000)}${'</CC5Response>'.repeat(20_000)}`],
  ])('an answer that is or has %s is rejected', (_, xml) => {
    expect(read(xml)).toBeUndefined();
  });
});
