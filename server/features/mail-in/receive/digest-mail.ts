import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** Larger heads are refused by the parser; what is beyond belongs to the body here. */
const maxHeadBytes = 262_144
const headEnd = Buffer.from('\r\n\r\n')

/**
 * Passes a message through and computes its SHA-256 and what makes it the same message when it comes again, by another way or after an
 * answer was lost: Message-ID, From, Date and body. Relays add to the head. The Message-ID alone never decides: it is missing, or shared by
 * different messages, often enough.
 */
export function digestMail(): { stream: Transform; digest: () => { bytes: number; sha256: Buffer; sameAs: Buffer } } {
  const whole = createHash('sha256')
  const body = createHash('sha256')
  const head: Buffer[] = []
  let headBytes = 0
  /** The last bytes received: the end of the head may be split between two chunks. */
  let tail = Buffer.alloc(0)
  let isInBody = false
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      whole.update(chunk)
      if (isInBody) body.update(chunk)
      else {
        const recent = Buffer.concat([tail, chunk])
        const found = recent.indexOf(headEnd)
        const end = found < 0 ? -1 : headBytes - tail.length + found
        head.push(chunk)
        headBytes += chunk.length
        tail = recent.subarray(-(headEnd.length - 1))
        isInBody = end >= 0 || headBytes > maxHeadBytes
        if (isInBody) body.update(Buffer.concat(head).subarray(end >= 0 ? end : maxHeadBytes))
      }
      done(null, chunk)
    },
  })
  const digest = () => {
    const start = Buffer.concat(head)
    const named = ['message-id', 'from', 'date'].map((name) => headField(start, name))
    const sameAs = createHash('sha256').update(JSON.stringify(named)).update(body.copy().digest()).digest()
    return { bytes, sha256: whole.copy().digest(), sameAs }
  }
  return { stream, digest }
}

/** The first field of a name, unfolded. */
function headField(head: Buffer, name: string): string {
  const text = head.toString('latin1').split('\r\n\r\n', 1)[0] ?? ''
  const fields = text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const field = fields.find((line) => line.slice(0, name.length + 1).toLowerCase() === `${name}:`)
  return field?.slice(name.length + 1).trim() ?? ''
}
