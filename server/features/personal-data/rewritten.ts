import { type Erasure, erasedEmail, erasedTel, fullNameOf, redactJson } from '@gya/domain/features/personal-data/erased-json.ts'
import type { Hit } from './find-person.ts'
import type { Row } from './looked-for.repository.ts'

/** The columns of a row that change when a person is replaced in it, with what they become. */
export function redactRow(hit: Hit, erasing: Erasure): Row {
  const { row, data, texts, others } = hit
  const { matcher: lookout, pseudonym } = erasing
  const name = fullNameOf(pseudonym)
  const columns: Row = {}
  for (const one of hit.people) Object.assign(columns, redactPerson(one, row, erasing))
  for (const { column, text } of texts)
    columns[column] = lookout.redact(text, name).slice(0, data.texts?.[column] ?? Number.POSITIVE_INFINITY)
  for (const column of others)
    columns[column] = data.lists?.includes(column)
      ? (row[column] as string[]).map((one) => (lookout.isContactDetail(one) ? name : lookout.redact(one, name)))
      : redactJson(erasing, row[column])
  return hit.table === 'mail' && others.some((column) => data.lists?.includes(column))
    ? { ...columns, ...clearedMail(row) }
    : columns
}

/** A message to them says nothing any more, and one that failed is not tried again. */
const clearedMail = ({ state, attempts }: Row): Row => ({ body: '', html: null, attempts: state === 'failed' ? 0 : attempts })

function redactPerson(
  { of, identity, likeness }: Hit['people'][number],
  row: Row,
  { matcher: lookout, pseudonym }: Erasure,
): Row {
  const tel = of.tel && identity.tel !== '' ? { [of.tel]: of.required ? erasedTel : '' } : {}
  if (likeness !== 'same') return lookout.isContactDetail(identity.tel) ? tel : {}
  const [first, last] = of.name
  const name = last === undefined ? { [first]: fullNameOf(pseudonym) } : { [first]: pseudonym.first, [last]: pseudonym.last }
  const hadName = of.name.some((part) => row[part] !== '')
  return {
    ...(hadName ? name : {}),
    ...(of.email ? { [of.email]: of.required ? erasedEmail : '' } : {}),
    ...tel,
    ...of.also,
  }
}
