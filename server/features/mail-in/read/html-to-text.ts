import { Parser } from 'htmlparser2'
import { maxAlt } from './sanitize-html.ts'

const blocks = new Set([
  'p',
  'div',
  'tr',
  'li',
  'ul',
  'ol',
  'table',
  'blockquote',
  'h1',
  'h2',
  'h3',
  'h4',
  'pre',
  'section',
  'hr',
])
const unseen = new Set(['head', 'style', 'script', 'title', 'noscript', 'template'])

/** Quotes in quotes beyond are of the last: each line repeats their marks. */
const maxQuotes = 20

/** The text of HTML. Quotes get `>`, cells a blank, blocks a line. `named`: with the names of pictures, as it is shown. */
export function htmlToText(html: string, { named = false } = {}): string {
  const lines: string[] = ['']
  let hidden = 0
  let quotes = 0
  const add = (text: string) => {
    const last = lines.length - 1
    const before = lines[last] ?? ''
    const start = before === '' && quotes > 0 ? `${'>'.repeat(Math.min(quotes, maxQuotes))} ` : before
    lines[last] = `${start}${before === '' || before.endsWith(' ') ? text.trimStart() : text}`
  }
  const newLine = (isBlank = false) => {
    if (lines.at(-1) !== '') lines.push('')
    if (isBlank && lines.at(-2) !== '' && lines.length > 1) lines.push('')
  }
  const parser = new Parser({
    onopentag(name, { alt }) {
      if (unseen.has(name)) hidden += 1
      else if (name === 'br') lines.push('')
      else if (blocks.has(name)) newLine(name === 'p')
      if (name === 'blockquote') quotes += 1
      if (named && name === 'img' && alt?.trim() && hidden === 0) add(` [${alt.trim().slice(0, maxAlt)}] `)
      if (name === 'td' || name === 'th') add(' ')
      if (name === 'li') add('- ')
    },
    ontext(text) {
      if (hidden === 0) add(text.replace(/[\s\u00a0]+/g, ' '))
    },
    onclosetag(name) {
      if (unseen.has(name)) hidden = Math.max(0, hidden - 1)
      if (name === 'blockquote') quotes = Math.max(0, quotes - 1)
      if (blocks.has(name)) newLine(name === 'p')
    },
  })
  parser.end(html)
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
