import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { fitsMemory, resizePicture } from './resize-picture.ts'

describe('the memory of a picture', () => {
  test.each([
    ['a photo of 48 megapixels', { format: 'jpeg', width: 8000, height: 6000, channels: 3 }, true],
    ['a scan of 200 megapixels, by line', { format: 'png', width: 14_000, height: 14_000, channels: 4 }, true],
    ['an interlaced PNG of 200 megapixels', { format: 'png', isProgressive: true, width: 14_000, height: 14_000 }, false],
    [
      'a progressive JPEG of 200 megapixels',
      { format: 'jpeg', isProgressive: true, width: 14_000, height: 14_000, channels: 3 },
      false,
    ],
    ['a WebP of 200 megapixels', { format: 'webp', width: 14_000, height: 14_000, channels: 4 }, false],
    ['a TIFF of 60 megapixels with 16 bits', { format: 'tiff', width: 8000, height: 7500, channels: 4, depth: 'ushort' }, false],
    ['a grey TIFF of 70 megapixels', { format: 'tiff', width: 7000, height: 10_000, channels: 1 }, true],
  ])('%s', (_what, picture, expected) => {
    expect(fitsMemory(picture)).toBe(expected)
  })

  test('a small WebP of a picture that needs much memory is refused before it is decoded', async () => {
    const webp = await sharp({ create: { width: 9000, height: 8000, channels: 4, background: 'red' } })
      .webp({ effort: 0 })
      .toBuffer()
    await expect(resizePicture(webp, 'large.webp')).rejects.toMatchObject({ code: 'FILE_NOT_ALLOWED' })
  })
})
