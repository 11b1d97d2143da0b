// A stored logo as browsers get it: as an SVG of ours around the image, because the gateway in front of the
// functions passes text only. In an image element an SVG neither runs nor loads anything.
import type { LogoType } from '#domain/branding/logo.ts';
import { FILE_HEADERS } from './headers.ts';
import { type Html, html } from './html.ts';

type LogoView = { type: LogoType; image: Uint8Array; width: number; height: number };

export const logoImage = ({ type, image, width, height }: LogoView): Html =>
  html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
 viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}"
 href="data:${type};base64,${Buffer.from(image).toString('base64')}"/></svg>`;

/** Opened as a document, the image may run nothing and load only its own data. */
export const LOGO_HEADERS = {
  ...FILE_HEADERS,
  'Content-Type': 'image/svg+xml; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; img-src data:; sandbox",
};
