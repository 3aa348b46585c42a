import { Readable } from 'node:stream'
import { type PictureSize, pictureSizes } from '@gya/domain/common/uploads.ts'
import { DomainError } from '@gya/domain/errors.ts'
import sharp from 'sharp'
import type { NewFile } from '../../features/files/file-lifecycle.ts'
import { concurrencyLimit } from '../concurrency-limit.ts'

// A picture takes a processor and up to 200 MB while it is drawn: two at a time, each with one thread.
sharp.concurrency(1)
sharp.cache(false)
const limit = concurrencyLimit(2)

/** More than any camera's picture; a small file that unpacks to more is refused before it is unpacked. */
const maxPixels = 50_000_000

/** What the browser is given, whatever came in. */
export const pictureContentType = 'image/webp'

const largestFirst = (Object.entries(pictureSizes) as [PictureSize, number][]).toSorted(([, a], [, b]) => b - a)

/**
 * Draws a picture anew in its sizes, upright, and with nothing of the file that came but what is to be seen: no place
 * where it was taken, no camera, no thumbnail, no appended file. It is done off the event loop. Throws FILE_NOT_ALLOWED for
 * what is no whole picture. `content` is the file itself or where it lies.
 */
export const resizePicture = (content: Buffer | string, fileName: string): Promise<NewFile> =>
  limit(async () => {
    const parts: NewFile['parts'][number][] = []
    let source: Buffer | string = content
    for (const [name, longest] of largestFirst) {
      const bytes = await resizeTo(source, longest)
      source = bytes
      parts.push({ name, bytes: bytes.length, content: () => Readable.from([bytes]) })
    }
    return { kind: 'picture', fileName, contentType: pictureContentType, parts: parts as unknown as NewFile['parts'] }
  })

/** Whether a picture can be decoded to its end. */
export const isDecodablePicture = (path: string): Promise<boolean> =>
  limit(async () => {
    try {
      await sharp(path, { limitInputPixels: maxPixels * 4, failOn: 'truncated', pages: 1 })
        .timeout({ seconds: 30 })
        .resize({ width: 16, height: 16, fit: 'inside' })
        .raw()
        .toBuffer()
      return true
    } catch {
      return false
    }
  })

async function resizeTo(content: Buffer | string, longest: number): Promise<Buffer> {
  try {
    return await sharp(content, { limitInputPixels: maxPixels, failOn: 'truncated', pages: 1 })
      .timeout({ seconds: 30 })
      .rotate()
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84, effort: 3 })
      .toBuffer()
  } catch {
    // Whatever the decoder says is about the content, and may quote it.
    throw new DomainError('FILE_NOT_ALLOWED')
  }
}
