import { type UserType, userTypeLabels } from '@gya/domain/access/permissions.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import {
  type Identity,
  type Likeness,
  type Person,
  PersonMatcher,
  prefilterPattern,
} from '@gya/domain/features/personal-data/person-matcher.ts'
import type { searchPerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { whyNotErase } from '@gya/domain/features/personal-data/personal-data.rules.ts'
import { pseudonymOf } from '@gya/domain/features/personal-data/pseudonym.ts'
import { type Erasure, redactJson } from '@gya/domain/features/personal-data/redact-json.ts'
import type { Db } from '../../db/pool.ts'
import {
  findAccount,
  findDocumentsOf,
  findMatchingRows,
  findSales,
  type Row,
  type SaleRow,
  type SearchScope,
} from './person-search.repository.ts'
import {
  type PersonalTable,
  type PersonColumns,
  personalData,
  searchedColumns,
  searchedTables,
  type TableData,
} from './personal-data-registry.ts'

/** A row that contains or mentions the person. */
export type Hit = {
  table: PersonalTable
  data: TableData
  row: Row
  people: { of: PersonColumns; identity: Identity; likeness: Likeness }[]
  texts: { column: string; text: string; at: number }[]
  /** JSON columns and address lists that mention them. */
  otherColumns: string[]
}

export type FoundPerson = {
  matcher: PersonMatcher
  hits: Hit[]
  /** Rows that represent only this person, such as accounts and offers. */
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

/** All rows of a company, or of one property, that contain the person; `locked` for a change. */
export async function findPerson(
  db: Db,
  where: SearchScope,
  person: Person,
  { locked = false }: { locked?: boolean } = {},
): Promise<FoundPerson> {
  const matcher = new PersonMatcher(person)
  const ids = new Set<string>()
  const hits: Hit[] = []
  // Events last: those about the person's account or offer match by id.
  const tables = searchedTables.toSorted(([a], [b]) => Number(a === 'event') - Number(b === 'event'))
  for (const table of tables) {
    const saying = [prefilterPattern(person), ...(table[0] === 'event' ? ids : [])].filter(Boolean).join('|')
    for (const row of await findMatchingRows(db, table, where, { saying, locked })) {
      const hit = toHit(table, row, { matcher, ids })
      if (!hit) continue
      hits.push(hit)
      if (hit.people.some(({ likeness }) => likeness === 'same') && typeof row.id === 'string' && isIdentityTable(table[0]))
        ids.add(row.id)
    }
  }
  return { matcher, hits, ids }
}

const isIdentityTable = (table: PersonalTable): boolean =>
  ['app_user', 'company_contact', 'company_contact_poc', 'offer', 'viewing'].includes(table)

function toHit([table, data]: [PersonalTable, TableData], row: Row, { matcher, ids }: Omit<FoundPerson, 'hits'>): Hit | null {
  const people = (data.people ?? []).flatMap((of) => {
    const identity = identityOf(row, of)
    const likeness = matcher.likenessOf(identity)
    return likeness ? [{ of, identity, likeness }] : []
  })
  const texts = Object.keys(data.texts ?? {}).flatMap((column) => {
    const text = asText(row[column])
    const at = matcher.firstMention(text)
    return at === null ? [] : [{ column, text, at }]
  })
  const erasure: Erasure = { matcher, ids, pseudonym: pseudonymOf('') }
  const { json, lists } = searchedColumns(data)
  const otherColumns = [...json, ...lists].filter(
    (column) => JSON.stringify(redactJson(erasure, row[column])) !== JSON.stringify(row[column]),
  )
  return people.length + texts.length + otherColumns.length > 0 ? { table, data, row, people, texts, otherColumns } : null
}

/** Only the account itself: a user could otherwise choose a name that matches other people's data. */
export async function findOwnAccount(db: Db, userId: string): Promise<FoundPerson> {
  const row = await findAccount(db, userId)
  const data: TableData = personalData.app_user
  const people: Hit['people'] = (data.people ?? []).map((of) => ({ of, identity: identityOf(row, of), likeness: 'same' }))
  const matcher = new PersonMatcher({ names: [], emails: [asText(row.email)], tels: [] })
  return { matcher, ids: new Set([userId]), hits: [{ table: 'app_user', data, row, people, texts: [], otherColumns: [] }] }
}

/** `null` for rows without property. */
export const propertyIdOf = ({ table, row }: Hit): string | null =>
  asText(table === 'property' ? row.id : row.property_id) || null

type SearchResult = Decoded<typeof searchPerson, 'response'>

const offerStates: Record<string, string> = { P: 'Pending', A: 'Accepted', R: 'Rejected', W: 'Withdrawn' }

/** Excludes people with the same name or a shared telephone number. */
const isSamePerson = (hit: Hit) => hit.people.some(({ likeness }) => likeness === 'same')

const hitDetail = ({ table, row }: Hit): string => {
  if (table === 'app_user') return `${userTypeLabels[row.type as UserType]}${row.deleted_on ? ', deleted' : ''}`
  return table === 'offer' ? (offerStates[String(row.state)] ?? '') : ''
}

const toPlace = ({ branch_id, property_id, address, deleted }: SaleRow) => ({
  branchId: branch_id,
  propertyId: property_id,
  address,
  deleted,
})

/** The sales in which the person is vendor, buyer, maker of the accepted offer, or additional contact. */
export async function salesAndAccountsOf(
  db: Db,
  companyId: string,
  { hits }: FoundPerson,
): Promise<{ sales: SaleRow[]; accounts: Hit[] }> {
  const samePerson = hits.filter(isSamePerson)
  const accounts = samePerson.filter(({ table }) => table === 'app_user')
  const isParty = ({ table, row }: Hit) =>
    table === 'property' || table === 'property_additional_contact' || (table === 'offer' && row.state === 'A')
  const ids = samePerson.filter(isParty).flatMap((hit) => propertyIdOf(hit) ?? [])
  return { sales: await findSales(db, companyId, { ids, owners: accounts.map(({ row }) => String(row.id)) }), accounts }
}

/** E-mails that arrived from or to the person. */
export const mailsInOf = ({ hits, matcher }: FoundPerson): Hit[] =>
  hits.filter(
    ({ table, row }) =>
      table === 'mail_in' &&
      [row.from_email, ...(row.to_list as string[]), ...(row.cc as string[])].some((one) => matcher.isContactDetail(String(one))),
  )

/** The documents of their sales, and those that came with e-mails from or to them. */
export const listDocumentsOf = (db: Db, companyId: string, found: FoundPerson, { sales }: { sales: readonly SaleRow[] }) =>
  findDocumentsOf(
    db,
    companyId,
    sales.map(({ property_id }) => property_id),
    mailsInOf(found).map(({ row }) => String(row.id)),
  )

type ErasureCaller = { companyId: string; callerId: string; administrators: readonly string[] }

export function erasureRefusal(
  { hits }: FoundPerson,
  parties: { sales: SaleRow[]; accounts: Hit[] },
  asking: Omit<ErasureCaller, 'companyId'>,
) {
  return whyNotErase({
    ...asking,
    accounts: parties.accounts
      .filter(({ row }) => row.deleted_on === null)
      .map(({ row }) => ({ _id: String(row.id), isAdministrator: row.type === 'COMPANY_ADMIN' })),
    openSales: parties.sales.filter(({ open }) => open).length,
    waitingMails: hits.filter(
      ({ table, row, otherColumns }) => table === 'mail' && row.state === 'queued' && otherColumns.length > 0,
    ).length,
  })
}

/** Former e-mail addresses or telephone numbers, from change events about the person. */
const formerValuesOf = ({ hits, ids }: FoundPerson, field: 'email' | 'tel'): string[] =>
  hits.flatMap(({ table, row }) => {
    const { userId, changes } = (table === 'event' ? row.data : {}) as { userId?: string; changes?: unknown }
    if (userId === undefined || !ids.has(userId) || !Array.isArray(changes)) return []
    return (changes as { field?: unknown; from?: unknown; to?: unknown }[])
      .filter((change) => change.field === field)
      .flatMap(({ from, to }) => [from, to].filter((one) => typeof one === 'string'))
  })

const distinct = (texts: readonly string[]) => [...new Set(texts.filter(Boolean))].toSorted()

/** The response of a person search. */
export async function toSearchResult(db: Db, found: FoundPerson, { companyId, ...asking }: ErasureCaller): Promise<SearchResult> {
  const { hits, matcher } = found
  const parties = await salesAndAccountsOf(db, companyId, found)
  const ids = hits.flatMap((hit) => propertyIdOf(hit) ?? [])
  const places = new Map((await findSales(db, companyId, { ids, owners: [] })).map((sale) => [sale.property_id, toPlace(sale)]))
  const placeIn = (hit: Hit) => places.get(propertyIdOf(hit) ?? '') ?? null
  const why = erasureRefusal(found, parties, asking)
  const entries = hits.flatMap((hit) =>
    hit.people.map(({ of, identity, likeness }) => ({
      kind: of.kind,
      _id: String(hit.row.id),
      likeness,
      ...identity,
      detail: hitDetail(hit),
      place: placeIn(hit),
    })),
  )
  const texts = textsOf(found).map(({ hit, text, at }) => ({
    what: hit.data.label ?? hit.data.description,
    excerpt: excerptOf(text, at),
    place: placeIn(hit),
  }))
  const documents = await listDocumentsOf(db, companyId, found, parties)
  const withDocuments = await findSales(db, companyId, { ids: documents.map(({ property_id }) => property_id), owners: [] })
  const salePlaces = new Map(withDocuments.map((sale) => [sale.property_id, toPlace(sale)]))
  const samePerson = entries.filter(({ likeness }) => likeness === 'same')
  const unknown = (texts: readonly string[], isKnown: (text: string) => boolean) =>
    distinct(texts).filter((text) => !isKnown(text))
  return {
    entries,
    texts: texts.slice(0, 100),
    counts: {
      texts: texts.length,
      mails: hits.filter(({ table }) => table === 'mail').length,
      record: hits.filter(({ table }) => table === 'event').length,
    },
    documents: documents.flatMap(({ id, property_id, file_name, note }) => {
      const place = salePlaces.get(property_id)
      return place ? [{ _id: id, fileName: file_name, note, place }] : []
    }),
    alsoKnownAs: {
      names: unknown(
        samePerson.map(({ name }) => name),
        (name) => matcher.likenessOf({ name, email: '', tel: '' }) !== null,
      ),
      emails: unknown([...samePerson.map(({ email }) => email), ...formerValuesOf(found, 'email')], (email) =>
        matcher.isContactDetail(email),
      ),
      tels: unknown([...samePerson.map(({ tel }) => tel), ...formerValuesOf(found, 'tel')], (tel) =>
        matcher.isContactDetail(tel),
      ),
    },
    whyNotErase: why && errors[why][1],
    openSales: parties.sales.filter(({ open }) => open).map(toPlace),
  }
}

/** Texts that mention the person. Messages are only counted. */
export const textsOf = ({ hits }: FoundPerson) =>
  hits.filter(({ table }) => table !== 'mail').flatMap((hit) => hit.texts.map((text) => ({ hit, ...text })))

const excerptOf = (text: string, at: number): string => {
  const [from, to] = [Math.max(0, at - 60), at + 100]
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}
