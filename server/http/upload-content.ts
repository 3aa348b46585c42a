import { open } from 'node:fs/promises'
import { isDecodablePicture } from '../platform/images.ts'

/** What a browser that guesses the kind of a file would take for a page; it looks at the beginning. */
const markup = /<(?:!doctype\s+html|html|head|body|script|svg|iframe|object|embed)[\s>/]/i
const startsAsMarkup = /^[\s\uFEFF\u00EF\u00BB\u00BF]*<[!?a-z]/i

const headBytes = 4_096
/** The end of a ZIP lies in the last 64 KiB and 22 bytes of a file. */
const tailBytes = 65_558

/** Pictures that can be decoded here; HEIC cannot. */
const decodable = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif', 'image/tiff'])

/**
 * Whether a file that is kept as it came is only what it says it is: text that is no page, a whole picture, and no file of
 * two kinds at once (a page, a PDF or a ZIP within another kind).
 */
export async function isUnambiguousFile(path: string, contentType: string): Promise<boolean> {
  const { head, tail } = await readHeadAndTail(path)
  if (markup.test(head)) return false
  if (contentType.startsWith('text/')) return !startsAsMarkup.test(head) && !(await containsMarkup(path))
  if (contentType === 'application/pdf') return !isZipEnd(tail.slice(tail.lastIndexOf('%%EOF') + 1))
  if (!contentType.startsWith('image/')) return true
  if (head.slice(0, 1_024).includes('%PDF-') || isZipEnd(tail) || markup.test(tail) || tail.includes('%PDF-')) return false
  return !decodable.has(contentType) || isDecodablePicture(path)
}

const isZipEnd = (text: string): boolean => text.includes('PK\u0005\u0006')

async function readHeadAndTail(path: string): Promise<{ head: string; tail: string }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (length: number, position: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.toString('latin1', 0, bytesRead)
    }
    return { head: await read(headBytes, 0), tail: await read(Math.min(size, tailBytes), Math.max(0, size - tailBytes)) }
  } finally {
    await file.close()
  }
}

/** Looked for in all of a text, which has at most 20 MB. */
async function containsMarkup(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    return markup.test((await file.readFile()).toString('latin1'))
  } finally {
    await file.close()
  }
}
