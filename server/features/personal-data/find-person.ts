import { type Erasure, pseudonymOf, redactJson } from '@gya/domain/features/personal-data/erased-json.ts'
import {
  type Identity,
  type Likeness,
  type Person,
  PersonMatcher,
  prefilterPattern,
} from '@gya/domain/features/personal-data/person.ts'
import type { Db } from '../../db/connect.ts'
import { findAccount, findMatchingRows, type Row, type SearchScope } from './looked-for.repository.ts'
import {
  type PersonalTable,
  type PersonColumns,
  personalData,
  searchedColumns,
  searchedTables,
  type TableData,
} from './registry.ts'

/** A row in which a person is: as one of the people who stand in it, or named somewhere in what it says. */
export type Hit = {
  table: PersonalTable
  data: TableData
  row: Row
  people: { of: PersonColumns; identity: Identity; likeness: Likeness }[]
  texts: { column: string; text: string; at: number }[]
  /** Columns of JSON and lists of addresses that name them. */
  others: string[]
}

export type FoundPerson = {
  lookout: PersonMatcher
  hits: Hit[]
  /** What stands for nobody else: their account, their offers. */
  ids: ReadonlySet<string>
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

const identityOf = (row: Row, { name, email, tel }: PersonColumns): Identity => ({
  name: name
    .map((part) => asText(row[part]))
    .join(' ')
    .trim(),
  email: email ? asText(row[email]) : '',
  tel: tel ? asText(row[tel]) : '',
})

/** Everything of a company, or of one property, in which a person is; `locked` for a change of it. */
export async function findPerson(
  db: Db,
  where: SearchScope,
  person: Person,
  { locked = false }: { locked?: boolean } = {},
): Promise<FoundPerson> {
  const lookout = new PersonMatcher(person)
  const ids = new Set<string>()
  const hits: Hit[] = []
  // The record last: an entry about somebody's account or offer is about them, whatever it says.
  const tables = searchedTables.toSorted(([a], [b]) => Number(a === 'event') - Number(b === 'event'))
  for (const table of tables) {
    const saying = [prefilterPattern(person), ...(table[0] === 'event' ? ids : [])].filter(Boolean).join('|')
    for (const row of await findMatchingRows(db, table, where, { saying, locked })) {
      const hit = toHit(table, row, { lookout, ids })
      if (!hit) continue
      hits.push(hit)
      if (hit.people.some(({ likeness }) => likeness === 'same') && typeof row.id === 'string' && isIdentityTable(table[0]))
        ids.add(row.id)
    }
  }
  return { lookout, hits, ids }
}

const isIdentityTable = (table: PersonalTable): boolean =>
  ['app_user', 'company_contact', 'company_contact_poc', 'offer', 'viewing'].includes(table)

function toHit([table, data]: [PersonalTable, TableData], row: Row, { lookout, ids }: Omit<FoundPerson, 'hits'>): Hit | null {
  const people = (data.people ?? []).flatMap((of) => {
    const identity = identityOf(row, of)
    const likeness = lookout.likenessOf(identity)
    return likeness ? [{ of, identity, likeness }] : []
  })
  const texts = Object.keys(data.texts ?? {}).flatMap((column) => {
    const text = asText(row[column])
    const at = lookout.firstMention(text)
    return at === null ? [] : [{ column, text, at }]
  })
  const erasing: Erasure = { matcher: lookout, ids, pseudonym: pseudonymOf('') }
  const { json, lists } = searchedColumns(data)
  const others = [...json, ...lists].filter(
    (column) => JSON.stringify(redactJson(erasing, row[column])) !== JSON.stringify(row[column]),
  )
  return people.length + texts.length + others.length > 0 ? { table, data, row, people, texts, others } : null
}

/** Somebody's own account and nothing else: a name that they gave themselves finds nobody else's data. */
export async function findOwnAccount(db: Db, userId: string): Promise<FoundPerson> {
  const row = await findAccount(db, userId)
  const data: TableData = personalData.app_user
  const [of] = personalData.app_user.people
  const people: Hit['people'] = [{ of, identity: identityOf(row, of), likeness: 'same' }]
  const lookout = new PersonMatcher({ names: [], emails: [asText(row.email)], tels: [] })
  return { lookout, ids: new Set([userId]), hits: [{ table: 'app_user', data, row, people, texts: [], others: [] }] }
}

/** The property that a row is of; null where it is of none. */
export const propertyIdOf = ({ table, row }: Hit): string | null =>
  asText(table === 'property' ? row.id : row.property_id) || null
