/**
 * What the sender wrote, apart from what was quoted, forwarded, signed and disclaimed, line by line.
 * [mail-in §5.1](docs/design/mail-in.md#5.1).
 */

export type ForwardedMail = { fromName: string; from: string; subject: string; writtenOn: string; text: string }

export type OwnWords = {
  /** What is shown: the own words, or the whole text where there are none ("If nothing would remain, nothing is folded"). */
  own: string
  /** What matching and cues read: the own words, empty where there are none, so that quoted text names and proposes nothing. */
  read: string
  /** Closing, name and disclaimer. */
  signature: string
  quoted: string
  /** The first e-mail whose head stands in the text: what a colleague forwarded inline. */
  forwarded: ForwardedMail | null
}

const separator = /^[-_ ]{0,40}(?:original message|original appointment|forwarded message|forwarded by [^-]{1,80})[-_: ]{0,40}$/i
const appleForward = /^begin forwarded message:$/i
const headLine = /^\*?(from|sent|date|to|cc|bcc|subject|reply-to|importance):\*? ?(.*)$/i
const isQuoted = (line: string): boolean => line.startsWith('>')

/** The most lines that a head or "On … wrote:" runs over. */
const headLines = 9
const wroteLines = 4

/** A head block: From, and two more of its lines below. */
function isHead(lines: readonly string[], at: number): boolean {
  if (headLine.exec(lines[at] ?? '')?.[1]?.toLowerCase() !== 'from') return false
  return lines.slice(at + 1, at + headLines).filter((line) => headLine.test(line)).length >= 2
}

/** "On … wrote:", over several lines; 0: none. */
function wroteAt(lines: readonly string[], at: number): number {
  if (!/^on\b.{0,200}\d/i.test(lines[at] ?? '')) return 0
  for (let count = 1; count <= wroteLines; count += 1) {
    const line = lines[at + count - 1] ?? ''
    if (count > 1 && (line === '' || isQuoted(line))) return 0
    if (/\bwrote:$/i.test(line)) return count
  }
  return 0
}

const nextFilled = (lines: readonly string[], from: number): number => {
  let at = from
  while (at < lines.length && lines[at] === '') at += 1
  return at
}

/** A line with an address, or with a day and a colon, above quoted lines. */
function introducesQuote(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  return (line.includes('@') || (line.endsWith(':') && /\d/.test(line))) && isQuoted(lines[nextFilled(lines, at + 1)] ?? '')
}

/** Where a quote that begins on this line ends; the line itself if none begins. */
function endOfQuote(lines: readonly string[], at: number): number {
  const line = lines[at] ?? ''
  if (isQuoted(line)) return at + 1
  const wrote = wroteAt(lines, at)
  if (wrote > 0 || introducesQuote(lines, at)) {
    const first = nextFilled(lines, at + Math.max(wrote, 1))
    // Quoted without marks: nothing tells where it ends.
    return isQuoted(lines[first] ?? '') ? first : lines.length
  }
  const starts = separator.test(line) || appleForward.test(line) || isHead(lines, at)
  return starts || (/^_{20,}$/.test(line) && isHead(lines, nextFilled(lines, at + 1))) ? lines.length : at
}

const strongClosing =
  /^(?:(?:with |many thanks and |thanks and )?(?:very |my )?(?:kind|kindest|best|warm|warmest)(?: personal)? regards|regards|yours (?:sincerely|faithfully|truly)|sincerely|best wishes|with best wishes|kr)[,.! ]{0,3}$/i
const weakClosing =
  /^(?:many thanks|thanks(?: again)?|thank you|thanks so much|cheers|best|all the best|speak soon|ta|x{1,3})[,.! ]{0,3}$/i
const device = /^(?:sent from (?:my|outlook|yahoo|mail|samsung)|get outlook for|sent via)\b/i
const disclaimer =
  /^(?:\*{0,3}(?:confidentiality|disclaimer|important notice|privileged|cyber ?crime|fraud (?:alert|warning|notice)|email fraud|e-mail fraud|warning[:!])|(?:this|the information (?:contained )?in this) (?:e-?mail|message|communication)\b.{0,120}\b(?:confidential|intended|privileged)|please (?:consider the environment|think before you print|be aware that (?:our|we)|note that our bank)|authorised and regulated by|.{0,80}\b(?:is|are) (?:authorised|regulated)\b.{0,40}\bby the)/i

/** "Jane Hollis", "Jane", "Partner, Residential": a name or title rather than a sentence. */
const isNameLike = (line: string): boolean =>
  line.length <= 60 &&
  !/[.?!:]$/.test(line) &&
  line.split(/[ ,|]+/).every((word) => !/^[a-z]{2,}/.test(word) || /^(?:and|of|for)$/.test(word))

function isSignature(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (/^-- ?$/.test(line) || strongClosing.test(line) || device.test(line) || disclaimer.test(line)) return true
  if (!weakClosing.test(line)) return false
  const next = nextFilled(lines, at + 1)
  return next === lines.length || isNameLike(lines[next] ?? '')
}

function cutSignature(lines: readonly string[]): { own: string[]; signature: string[] } {
  const at = lines.findIndex((_, index) => isSignature(lines, index))
  return at === -1 ? { own: [...lines], signature: [] } : { own: lines.slice(0, at), signature: lines.slice(at) }
}

const join = (lines: readonly string[]): string => lines.join('\n').trim()

function split(text: string): Pick<OwnWords, 'read' | 'signature' | 'quoted'> {
  const lines = text.split('\n').map((line) => line.trim())
  const [own, signature, quoted]: [string[][], string[][], string[][]] = [[], [], []]
  let part: string[] = []
  const endPart = (): void => {
    const cut = cutSignature(part)
    own.push(cut.own)
    signature.push(cut.signature)
    part = []
  }
  for (let at = 0; at < lines.length; ) {
    const end = endOfQuote(lines, at)
    if (end === at) part.push(lines[at++] ?? '')
    else {
      endPart()
      quoted.push(lines.slice(at, end))
      at = end
    }
  }
  endPart()
  return { read: join(own.flat()), signature: join(signature.flat()), quoted: join(quoted.flat()) }
}

const address =
  /<([^<>\s@]{1,100}@[^<>\s@]{1,200})>|\[(?:mailto:)?([^[\]\s@]{1,100}@[^[\]\s@]{1,200})\]|^([^<>\s@]{1,100}@[^<>\s@]{1,200})$/

/** "Jane Hollis <jane@fennimore.example>", "Jane Hollis [mailto:jane@fennimore.example]" or the address alone. */
function readSender(text: string): Pick<ForwardedMail, 'fromName' | 'from'> {
  const found = address.exec(text.trim())
  const from = (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').toLowerCase()
  return {
    fromName: text
      .slice(0, found?.index ?? text.length)
      .replace(/["']/g, '')
      .trim(),
    from,
  }
}

/** The first head in the text, with or without marks of quoting, and what stands below it. */
function readForward(text: string): ForwardedMail | null {
  const lines = text.split('\n').map((line) => line.replace(/^[> ]+/, '').trim())
  const start = lines.findIndex((_, at) => isHead(lines, at))
  if (start === -1) return null
  const heads = new Map<string, string>()
  let at = start
  for (; at < Math.min(lines.length, start + headLines); at += 1) {
    const [, name = '', value = ''] = headLine.exec(lines[at] ?? '') ?? []
    // Apple leaves a line empty between heads; To runs over several lines.
    if (name === '' && (lines[at] ?? '') === '' && !headLine.test(lines[at + 1] ?? '')) break
    if (name !== '') heads.set(name.toLowerCase(), value.trim())
  }
  const writtenOn = heads.get('sent') ?? heads.get('date') ?? ''
  return {
    ...readSender(heads.get('from') ?? ''),
    subject: heads.get('subject') ?? '',
    writtenOn,
    text: split(lines.slice(at).join('\n')).read,
  }
}

export function ownWordsOf(text: string): OwnWords {
  const plain = text
    .replace(/\r\n?/g, '\n')
    .replace(/\u00a0/g, ' ')
    .trim()
  const { read, signature, quoted } = split(plain)
  const forwarded = readForward(plain)
  return read === ''
    ? { own: plain, read, signature: '', quoted: '', forwarded }
    : { own: read, read, signature, quoted, forwarded }
}
