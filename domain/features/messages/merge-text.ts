import type { Issue } from '../../error-catalogue.ts'
import type { SaleRole } from '../property-contacts/parties.ts'
import { isFieldForAudience, isMergeField, type MergeFieldName, mergeFields } from './merge-fields.ts'

/**
 * Texts with merge fields: `{buyer.name}`, with a fallback `{buyer.name, your buyer}`. `{#sales}…{/sales}` is repeated for
 * each sale, and `{#sides}…{/sides}`, which may contain it, for the sales of each side on which the recipient is. "Plain text; `{{` is a brace." [day §4](docs/design/day.md#4).
 */

/** `at`: index of the first character in the text. */
type Field = { kind: 'field'; name: MergeFieldName; fallback: string | null; at: number }
type Literal = { kind: 'text'; text: string }
type Inline = Literal | Field
type Block = { kind: 'sales' | 'sides'; parts: Part[]; at: number }
type Part = Inline | Block
export type MergeText = readonly Part[]

/** A syntax error with its position: index and length. */
export type MergeError = { at: number; length: number; message: string }

const blockKinds = ['sides', 'sales'] as const
const blockKindOf = (name: string): Block['kind'] | undefined =>
  blockKinds.find((kind) => name === `#${kind}` || name === `/${kind}`)

const unknownField = (name: string): string =>
  name === '' ? 'There is no field between these braces. For a brace, write {{.' : `There is no field {${name}}.`

/** `hasBlocks` is false for a subject. Continues after an error, to find all of them. */
export function parseMergeText(text: string, { hasBlocks = true } = {}): { parts: MergeText; errors: MergeError[] } {
  const parts: Part[] = []
  const errors: MergeError[] = []
  const open: Block[] = []
  let literal = ''
  const target = (): Part[] => open.at(-1)?.parts ?? parts
  const endLiteral = () => {
    if (literal !== '') target().push({ kind: 'text', text: literal })
    literal = ''
  }
  for (let at = 0; at < text.length; ) {
    const isBrace = text[at] === '{'
    if (!isBrace || text[at + 1] === '{') {
      literal += text[at]
      at += isBrace ? 2 : 1
      continue
    }
    const end = endOfField(text, at)
    if (end === null) {
      errors.push({ at, length: 1, message: 'This brace is not closed. For a brace, write {{.' })
      literal += '{'
      at += 1
      continue
    }
    const length = end - at
    const inside = text.slice(at + 1, end - 1)
    const refuse = (message: string) => errors.push({ at, length, message })
    const { name, fallback } = splitField(inside)
    const kind = blockKindOf(name)
    if (kind) {
      const wrong = whyNotBlock(name, kind, { open, hasBlocks })
      if (wrong) refuse(wrong)
      else {
        endLiteral()
        if (name.startsWith('/')) open.pop()
        else {
          const block: Block = { kind, parts: [], at }
          target().push(block)
          open.push(block)
        }
      }
    } else if (!isMergeField(name)) refuse(unknownField(name))
    else if (fallback === '') refuse('Enter the fallback after the comma.')
    else {
      endLiteral()
      target().push({ kind: 'field', name, fallback, at })
    }
    at = end
  }
  endLiteral()
  for (const { kind, at } of open) errors.push({ at, length: kind.length + 3, message: `{#${kind}} needs {/${kind}}.` })
  return { parts, errors }
}

/** Returns the index after the closing brace, or `null` if another field begins before it. */
function endOfField(text: string, at: number): number | null {
  for (let index = at + 1; index < text.length; index += 1) {
    if (text[index] === '}') return index + 1
    if (text[index] === '{') return null
  }
  return null
}

function splitField(inside: string): { name: string; fallback: string | null } {
  const comma = inside.indexOf(',')
  return comma < 0
    ? { name: inside.trim(), fallback: null }
    : { name: inside.slice(0, comma).trim(), fallback: inside.slice(comma + 1).trim() }
}

function whyNotBlock(name: string, kind: Block['kind'], { open, hasBlocks }: { open: readonly Block[]; hasBlocks: boolean }) {
  if (!hasBlocks) return `{${name}} belongs in the text, not in the subject.`
  const innermost = open.at(-1)
  if (name.startsWith('/')) return innermost?.kind === kind ? null : `{${name}} needs {#${kind}} before it.`
  if (open.some((block) => block.kind === kind)) return `{${name}} cannot be inside another one.`
  return innermost ? (kind === 'sides' ? `{${name}} cannot be inside {#${innermost.kind}}.` : null) : null
}

const fieldsOf = (parts: MergeText): Field[] =>
  parts.flatMap((part) => ('parts' in part ? fieldsOf(part.parts) : part.kind === 'field' ? [part] : []))

/** Returns the fields that one of the roles may not see. */
export const fieldsNotForAudience = (parts: MergeText, roles: readonly SaleRole[]): { name: MergeFieldName; at: number }[] =>
  fieldsOf(parts).filter(({ name }) => !isFieldForAudience(name, roles))

/** Returns the names of the fields in subject and text. */
export const fieldsIn = ({ subject, body }: Words): MergeFieldName[] => [
  ...new Set(
    [...parseMergeText(subject, { hasBlocks: false }).parts, ...parseMergeText(body).parts].flatMap((part) =>
      fieldsOf([part]).map(({ name }) => name),
    ),
  ),
]

/** "Line 3, character 12": a position in a text. */
export function describePlace(text: string, at: number): string {
  const before = text.slice(0, at).split('\n')
  return `Line ${before.length}, character ${(before.at(-1)?.length ?? 0) + 1}`
}

type Words = { subject: string; body: string }

/** "Saving an unknown field: 400 with its place." */
export const mergeIssues = ({ subject, body }: Words): Issue[] => [
  ...parseMergeText(subject, { hasBlocks: false }).errors.map(({ at, message }) => ({
    path: 'subject',
    message: `Character ${at + 1}: ${message}`,
  })),
  ...parseMergeText(body).errors.map(({ at, message }) => ({ path: 'body', message: `${describePlace(body, at)}: ${message}` })),
]

/** "A field not for the audience is refused on saving (`MERGE_FIELD_NOT_FOR_AUDIENCE`)." */
export const audienceIssues = ({ subject, body }: Words, roles: readonly SaleRole[]): Issue[] => [
  ...fieldsNotForAudience(parseMergeText(subject, { hasBlocks: false }).parts, roles).map(({ name, at }) => ({
    path: 'subject',
    message: `Character ${at + 1}: {${name}} is not allowed for all recipients.`,
  })),
  ...fieldsNotForAudience(parseMergeText(body).parts, roles).map(({ name, at }) => ({
    path: 'body',
    message: `${describePlace(body, at)}: {${name}} is not allowed for all recipients.`,
  })),
]

/** Values of one sale; lists have several lines. Missing or empty: unknown. */
export type SaleValues = Partial<Record<MergeFieldName, string | readonly string[]>>
/** `common`: fields of the message, with the same value for every sale. */
export type MergeValues = { common: SaleValues; sales: readonly SaleValues[] }

/** In `text`, empty fields remain unfilled. */
export type Filled = { text: string; empty: MergeFieldName[] }

const isEmpty = (value: string | readonly string[] | undefined): boolean => value === undefined || value.length === 0

/** Outside a block, a field of the sale has a value if it is the same for all sales. */
function sharedValue(name: MergeFieldName, { common, sales }: MergeValues): string | readonly string[] | undefined {
  if (mergeFields[name].of === 'message') return common[name]
  const [first, ...others] = sales.map((sale) => sale[name])
  return others.every((value) => JSON.stringify(value) === JSON.stringify(first)) ? first : undefined
}

type FillOptions = { joinLines: (lines: readonly string[]) => string; escape?: (text: string) => string }

const asLines = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')
const inOneLine = (lines: readonly string[]): string => lines.join(', ')

const keep = (text: string): string => text
/** Escapes a text for use in a text with merge fields. */
export const escapeBraces = (text: string): string => text.replaceAll('{', '{{')

const written = ({ name, fallback }: Field): string => (fallback === null ? `{${name}}` : `{${name}, ${fallback}}`)

/** The sales by the side of the recipient, each side once, in the order of the sales. */
const salesBySide = (sales: readonly SaleValues[]): SaleValues[][] => [...Map.groupBy(sales, ({ side }) => side).values()]

function fill(parts: MergeText, values: MergeValues, { joinLines, escape = keep }: FillOptions): Filled {
  const empty = new Set<MergeFieldName>()
  const inline = (part: Inline, of: MergeValues): string => {
    if (part.kind === 'text') return escape(part.text)
    const value = sharedValue(part.name, of)
    if (!isEmpty(value)) return escape(typeof value === 'string' ? value : joinLines(value ?? []))
    if (part.fallback !== null) return escape(part.fallback)
    empty.add(part.name)
    return written(part)
  }
  const write = (inside: MergeText, of: MergeValues): string =>
    inside
      .map((part) => {
        if (!('parts' in part)) return inline(part, of)
        const repeated = part.kind === 'sales' ? of.sales.map((sale) => [sale]) : salesBySide(of.sales)
        return repeated.map((sales) => write(part.parts, { ...of, sales })).join('')
      })
      .join('')
  return { text: write(parts, values), empty: [...empty] }
}

/** Fills the body of a message for its sales. Omits invalid fields, which `mergeIssues` reports. */
export const fillBody = (body: string, values: MergeValues): Filled =>
  fill(parseMergeText(body).parts, values, { joinLines: asLines })

/**
 * Returns the signer: the sales progressor in the last line with that field, or its fallback. `null` if the text has no such field.
 */
export function signerOf(body: string, values: MergeValues): string | null {
  const field = parseMergeText(body).parts.findLast((part) => part.kind === 'field' && part.name === 'progressor.name')
  if (field?.kind !== 'field') return null
  const { text } = fill([field], values, { joinLines: inOneLine })
  return text === written(field) ? null : text
}

/** Fills a subject, which has one line. */
export const fillSubject = (subject: string, values: MergeValues): Filled =>
  fill(parseMergeText(subject, { hasBlocks: false }).parts, values, { joinLines: inOneLine })

/**
 * Fills known fields for editing before sending to one party. Empty fields remain fields, and braces are escaped. Filling the result
 * gives the same as filling the template.
 */
export const fillForEditing = ({ subject, body }: Words, values: MergeValues): Words => ({
  subject: fill(parseMergeText(subject, { hasBlocks: false }).parts, values, { joinLines: inOneLine, escape: escapeBraces }).text,
  body: fill(parseMergeText(body).parts, values, { joinLines: asLines, escape: escapeBraces }).text,
})
