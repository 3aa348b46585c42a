import { Readable } from 'node:stream'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { type PictureSize, pictureSizes } from '@gya/domain/features/pictures/picture-sizes.ts'
import sharp from 'sharp'
import { concurrencyLimit } from '../concurrency-limit.ts'
import type { NewFile } from './file-store.ts'

// Resizing takes a core and up to 200 MB: two at a time, each with one thread.
sharp.concurrency(1)
sharp.cache(false)
const limit = concurrencyLimit(2)

/** Larger than any camera's picture. A decompression bomb is refused before it is decoded. */
const maxPixels = 50_000_000

/** Memory of a picture that cannot be decoded line by line. */
const maxDecodedBytes = 256_000_000

type Size = {
  format?: string | undefined
  isProgressive?: boolean | undefined
  width: number
  height: number
  channels?: number | undefined
  depth?: string | undefined
}

/**
 * Whether a picture is decoded line by line, or fits into memory as a whole. Limits of pixels do not limit the memory of formats that are
 * decoded as a whole, which a file of a few kilobytes can make a gigabyte.
 */
export function fitsMemory({ format, isProgressive, width, height, channels = 4, depth = 'uchar' }: Size): boolean {
  const isByLine = (format === 'jpeg' || format === 'png') && isProgressive !== true
  const bytesOfSample = depth === 'uchar' || depth === 'char' ? 1 : depth === 'ushort' || depth === 'short' ? 2 : 8
  return isByLine || width * height * channels * bytesOfSample <= maxDecodedBytes
}

const isSmallEnough = async (content: Buffer | string): Promise<boolean> =>
  fitsMemory(await sharp(content, { limitInputPixels: maxPixels * 4, pages: 1 }).metadata())

/** Every stored picture has this type. */
export const pictureContentType = 'image/webp'

const largestFirst = (Object.entries(pictureSizes) as [PictureSize, number][]).toSorted(([, a], [, b]) => b - a)

/**
 * Re-encodes a picture in its sizes, upright and without metadata: no location, camera, thumbnail or appended file. Runs off
 * the event loop. Throws FILE_NOT_ALLOWED for an incomplete or undecodable picture. `content` is the file or its path.
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

/** Whether a picture can be decoded completely. */
export const isDecodablePicture = (path: string): Promise<boolean> =>
  limit(async () => {
    try {
      if (!(await isSmallEnough(path))) return false
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
    if (!(await isSmallEnough(content))) throw new DomainError('FILE_NOT_ALLOWED')
    return await sharp(content, { limitInputPixels: maxPixels, failOn: 'truncated', pages: 1 })
      .timeout({ seconds: 30 })
      .rotate()
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84, effort: 3 })
      .toBuffer()
  } catch {
    // The decoder's message may quote the content.
    throw new DomainError('FILE_NOT_ALLOWED')
  }
}
