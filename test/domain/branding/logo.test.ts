import { describe, expect, it } from 'vitest';
import { logoIdOf, readLogo, readLogoId } from '#domain/branding/logo.ts';
import { jpegImage, pngImage } from '../../fixtures/images.ts';

const imageOf = (bytes: Uint8Array) => {
  const reading = readLogo(bytes);
  if (reading.kind !== 'logo') throw new Error(reading.why);
  return reading.image;
};

describe('the image of a logo', () => {
  it('a PNG and a JPEG are read with their size', () => {
    expect(imageOf(pngImage({ width: 200, height: 80 }))).toMatchObject({
      type: 'image/png',
      width: 200,
      height: 80,
    });
    expect(imageOf(jpegImage({ width: 120, height: 60 }))).toMatchObject({
      type: 'image/jpeg',
      width: 120,
      height: 60,
    });
  });

  it('everything beside the pixels of an image is left out, such as comments and places', () => {
    expect(Buffer.from(imageOf(pngImage({}, 1, 'secret place')).bytes)).toEqual(pngImage({}, 1));
    const kept = Buffer.from(imageOf(jpegImage()).bytes).toString('latin1');
    expect(kept).not.toContain('secret place');
    expect(kept).not.toContain('comment');
    expect(imageOf(Buffer.from(imageOf(jpegImage()).bytes))).toMatchObject({ width: 64, height: 32 });
  });

  it('bytes after the end of an image are left out', () => {
    const png = pngImage();
    expect(Buffer.from(imageOf(Buffer.concat([png, Buffer.from('<script>')])).bytes)).toEqual(png);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'noImage'],
    ['a GIF', Buffer.from('GIF89a'), 'noImage'],
    ['nothing', Buffer.alloc(0), 'noImage'],
    ['an image of more than 20 KB', Buffer.concat([pngImage(), Buffer.alloc(20_480)]), 'tooLarge'],
    ['an image of 15 pixels', pngImage({ width: 15 }), 'size'],
    ['an image of 1025 pixels', pngImage({ height: 1025 }), 'size'],
    ['a PNG that ends early', pngImage().subarray(0, 60), 'damaged'],
    ['a signature alone', pngImage().subarray(0, 8), 'damaged'],
    ['a JPEG without a size', Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xd9]), 'damaged'],
    ['a JPEG that ends early', jpegImage().subarray(0, 30), 'damaged'],
  ])('%s is refused', (_, bytes, why) => {
    expect(readLogo(bytes)).toEqual({ kind: 'refused', why });
  });

  it('a truncated image or one with a changed byte is refused without an error', () => {
    for (const image of [pngImage(), jpegImage()]) {
      for (let at = 0; at < image.length; at += 1) {
        const changed = Buffer.from(image);
        changed[at] = 255 - (changed[at] ?? 0);
        for (const bytes of [image.subarray(0, at), changed]) expect(() => readLogo(bytes)).not.toThrow();
      }
    }
  });

  it('the id of a logo contains its size, and differs for other content and another merchant', () => {
    const image = imageOf(pngImage({ width: 200, height: 80 }));
    const id = logoIdOf('one', image);
    expect(readLogoId(id)).toEqual({ width: 200, height: 80 });
    expect(logoIdOf('one', image)).toBe(id);
    expect(logoIdOf('other', image)).not.toBe(id);
    expect(logoIdOf('one', imageOf(pngImage({ width: 200, height: 80 }, 7)))).not.toBe(id);
    for (const text of ['', 'specimen', `${id}0`, `${id}"`, `../${id}`])
      expect(readLogoId(text)).toBeUndefined();
  });
});
