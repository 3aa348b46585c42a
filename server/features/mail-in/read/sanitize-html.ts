import { Parser } from 'htmlparser2'
import { html as escaped } from '../../../infra/html.ts'

const limits = { bytes: 262_144, tags: 20_000 }

/** Larger HTML is not shown as it was sent: deep nesting costs the parser the square of its depth. */
export const isShowable = (html: string): boolean =>
  html.trim() !== '' && html.length <= limits.bytes && html.split('<', limits.tags + 2).length <= limits.tags

/** Characters of the alternative text of a picture that are shown. */
export const maxAlt = 200

const shown = new Set(
  `p br div span b strong i em u s sub sup small center blockquote pre code hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd
  table caption thead tbody tfoot tr td th`.split(/\s+/),
)
const withoutEnd = new Set(['br', 'hr'])
/** Their content is no text. */
const unseen = new Set('head title style script noscript template object iframe svg math textarea select audio video'.split(' '))

/**
 * The text, tables and lists of an HTML e-mail: nothing of it can load, navigate, run or send. All attributes go but those that join cells;
 * pictures are named. The frame that shows it and its headers forbid the same. [mail-in §5.2](docs/design/mail-in.md#5.2).
 */
export function sanitizeHtml(html: string): string {
  const parts: string[] = []
  let hidden = 0
  const parser = new Parser({
    onopentag(name, { colspan, rowspan, alt }) {
      if (unseen.has(name)) hidden += 1
      if (hidden > 0) return
      if (name === 'img' && alt?.trim()) parts.push(textOf(`[${alt.trim().slice(0, maxAlt)}]`))
      if (shown.has(name)) parts.push(`<${name}${span('colspan', colspan)}${span('rowspan', rowspan)}>`)
    },
    ontext(text) {
      if (hidden === 0) parts.push(textOf(text))
    },
    onclosetag(name) {
      if (unseen.has(name)) hidden = Math.max(0, hidden - 1)
      else if (hidden === 0 && shown.has(name) && !withoutEnd.has(name)) parts.push(`</${name}>`)
    },
  })
  parser.end(html)
  return parts.join('')
}

const textOf = (text: string): string => escaped`${text}`.text

const span = (name: string, value: string | undefined): string =>
  value !== undefined && /^\d{1,3}$/.test(value) ? ` ${name}="${value}"` : ''
