import { type PersonColumns as Columns, type Table, type TableName, tables } from '../../db/tables.ts'

/** What export, erasure and the privacy page read of the tables: `server/db/tables.ts`. */

export type PersonColumns = Omit<Columns, 'name'> & { name: readonly [string] | readonly [first: string, last: string] }

export type TableData = {
  /** The personal data and its purpose; empty if there is none. */
  description: string
  label?: string
  key: readonly string[]
  people?: readonly PersonColumns[]
  /** Free text columns with their maximum length. */
  texts?: Readonly<Record<string, number>>
  json?: readonly string[]
  /** Arrays of e-mail addresses. */
  lists?: readonly string[]
  /** Deleted or cleared with the account. */
  accountColumns?: readonly string[]
  /** Reason for keeping a column with personal data. */
  keptReasons?: Readonly<Record<string, string>>
  /** Columns without personal data. */
  nonPersonal: readonly string[]
}

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

const toTableData = ({ holds = '', label, key, people, texts, json, lists, account = '', kept, rest }: Table): TableData => {
  const isPersonal = (column: string) => [...words(account), ...Object.keys({ ...kept, ...texts })].includes(column)
  return {
    description: holds,
    ...(label && { label }),
    key: words(key),
    ...(people && { people: people.map((person) => ({ ...person, name: toName(words(person.name)) })) }),
    ...(texts && { texts }),
    ...(json && { json: words(json) }),
    ...(lists && { lists: words(lists) }),
    ...(account && { accountColumns: words(account) }),
    ...(kept && { keptReasons: kept }),
    nonPersonal: [...words(key).filter((column) => !isPersonal(column)), ...words(rest)],
  }
}

const toName = ([first = '', last]: string[]): PersonColumns['name'] => (last === undefined ? [first] : [first, last])

export const personalData = Object.fromEntries(
  Object.entries<Table>(tables).map(([name, table]) => [name, toTableData(table)]),
) as Readonly<Record<TableName, TableData>>

export type PersonalTable = TableName

/** The tables that can mention a person. */
export const searchedTables = Object.entries(personalData).filter(
  ([, { people, texts, json, lists }]) => people || texts || json || lists,
) as [PersonalTable, TableData][]

/** The columns that are searched. */
export const searchedColumns = ({ people = [], texts = {}, json = [], lists = [] }: TableData) => ({
  text: [
    ...people.flatMap(({ name, email, tel }) => [...name, ...[email, tel].filter((one) => one !== undefined)]),
    ...Object.keys(texts),
  ],
  json,
  lists,
})

function erasureEffect({ people, texts, json, lists, accountColumns, keptReasons = {} }: TableData): string {
  const reasons = [...new Set(Object.values(keptReasons))]
  return [
    ...(people ? ['name becomes a pseudonym, e-mail and number are emptied'] : []),
    ...(texts || json || lists ? ['name, e-mail and number are replaced wherever they occur'] : []),
    ...(accountColumns ? [people ? 'password, photo and settings are emptied' : 'deleted with the account'] : []),
    ...reasons.map((reason) => `kept: ${reason}`),
  ].join('; ')
}

/** The rows of the table in `docs/security-and-privacy.md`: every table with personal data. */
export const documentationRows: readonly string[] = Object.entries(personalData)
  .filter(([, { description }]) => description !== '')
  .map(([table, data]) => `| \`${table}\` | ${data.description} | ${erasureEffect(data)} |`)
