import type { Instant } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import {
  type Decision,
  emptyCounts,
  type ImportCounts,
  type PlannedField,
  type RowChoice,
  type RowIssue,
  type RowOutcome,
} from '@gya/domain/features/imports/imports.model.ts'
import { noDayCode } from '@gya/domain/features/imports/no-day.ts'
import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { countRows } from '../../db/query/coalesced-count.ts'
import { hasWordsOf, likePattern } from '../../db/query/like-pattern.ts'
import type { ImportRow as RowTable } from '../../db/schema.ts'
import type { ImportIds } from './import-ids.ts'

export type RowOf = Omit<Selectable<RowTable>, 'raw' | 'issues' | 'plan' | 'decision' | 'choice'> & {
  raw: string[]
  issues: RowIssue[]
  plan: PlannedField[]
  decision: Decision | null
  choice: RowChoice | null
}

const toRow = (row: Selectable<RowTable>): RowOf => row as unknown as RowOf

export type ReadCells = { rowNo: number; cells: string[]; issues: RowIssue[] }

/** Appends rows as they were read. */
export const insertRows = (
  db: Db,
  { companyId, importId, fileId, ordinal }: ImportIds & { fileId: string; ordinal: number },
  rows: readonly ReadCells[],
) =>
  sql`
    insert into import_row (company_id, file_id, row_no, import_id, file_ordinal, raw, issues)
    select ${companyId}, ${fileId}, r."rowNo", ${importId}, ${ordinal}, r.cells, r.issues
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ("rowNo" int, cells jsonb, issues jsonb)`.execute(db)

/** Copies the rows of a file as they were read. */
export const copyRows = (
  db: Db,
  { companyId, importId, fileId }: ImportIds & { fileId: string },
  to: { fileId: string; ordinal: number },
) =>
  sql`
    insert into import_row (company_id, file_id, row_no, import_id, file_ordinal, raw, issues)
    select company_id, ${to.fileId}, row_no, import_id, ${to.ordinal}, raw,
      (select coalesce(jsonb_agg(i), '[]') from jsonb_array_elements(issues) i where i ->> 'code' = 'line')
    from import_row where company_id = ${companyId} and import_id = ${importId} and file_id = ${fileId}`.execute(db)

export const deleteRowsOfFile = (db: Db, companyId: string, fileId: string) =>
  db.deleteFrom('import_row').where('company_id', '=', companyId).where('file_id', '=', fileId).execute()

/** Rows with an error and rows that the run left out. Index `import_row_with_error`. */
const hasError = sql<SqlBool>`(decision = 'error' or left_out is not null)`

/** The number of rows with errors of each file that has any. */
export async function countErrorsOfFiles(db: Db, companyId: string, fileIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('import_row')
    .select(['file_id', sql<number>`count(*)::int`.as('count')])
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`file_id = any(${fileIds}::uuid[])`)
    .where(hasError)
    .groupBy('file_id')
    .execute()
  return new Map(rows.map(({ file_id, count }) => [file_id, count]))
}

/** Rows of a file after a line, in the order of the file; with `withErrors`, only those with errors. */
export const listRowsAfter = async (
  db: Db,
  companyId: string,
  fileId: string,
  { after, most, withErrors = false }: { after: number; most: number; withErrors?: boolean },
): Promise<RowOf[]> =>
  (
    await db
      .selectFrom('import_row')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('file_id', '=', fileId)
      .where('row_no', '>', after)
      .$if(withErrors, (query) => query.where(hasError))
      .orderBy('row_no')
      .limit(most)
      .execute()
  ).map(toRow)

export type CheckedRow = {
  rowNo: number
  groupKey: string
  title: string
  decision: Decision
  targetId: string | null
  choice: RowChoice | null
  issues: RowIssue[]
  plan: PlannedField[]
}

export const saveCheckedRows = (db: Db, companyId: string, fileId: string, rows: readonly CheckedRow[]) =>
  sql`
    update import_row r set group_key = c."groupKey", title = c.title, decision = c.decision, target_id = c."targetId",
      choice = c.choice, issues = c.issues, plan = c.plan, held_back = null, left_out = null, group_order = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      c ("rowNo" int, "groupKey" text, title text, decision text, "targetId" uuid, choice text, issues jsonb, plan jsonb)
    where r.company_id = ${companyId} and r.file_id = ${fileId} and r.row_no = c."rowNo"`.execute(db)

/** Adds an issue to each of these rows. */
export const addIssues = (db: Db, companyId: string, rows: readonly { fileId: string; rowNo: number; warning: RowIssue }[]) =>
  sql`
    update import_row r set issues = r.issues || i.warning
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) i ("fileId" uuid, "rowNo" int, warning jsonb)
    where r.company_id = ${companyId} and r.file_id = i."fileId" and r.row_no = i."rowNo"`.execute(db)

/** Removes the issues with a code from the rows of a group. */
export const removeIssues = (db: Db, { companyId, importId }: ImportIds, groupKey: string, code: string) =>
  sql`
    update import_row r set issues = (
      select coalesce(jsonb_agg(i.issue order by i.n), '[]')
      from jsonb_array_elements(r.issues) with ordinality i (issue, n) where i.issue ->> 'code' <> ${code})
    where r.company_id = ${companyId} and r.import_id = ${importId} and r.group_key = ${groupKey}
      and r.issues @> ${JSON.stringify([{ code }])}::jsonb`.execute(db)

/** Rows to be written: creates, updates, and duplicates with that choice. */
const isConfirmed = sql<SqlBool>`(r.decision in ('create', 'update') or (r.decision = 'duplicate' and r.choice in ('update', 'create')))`

/** Confirmed rows without a result. */
const isPending = sql<SqlBool>`(${isConfirmed} and r.written_on is null and r.held_back is null and r.left_out is null)`

const isFor = (what: 'create' | 'update') =>
  sql<SqlBool>`(case r.decision when 'duplicate' then r.choice else r.decision end = ${what})`

/** Numbers the groups in the order in which they are written: firms first, then by the line of their first row. */
export const orderGroups = ({ companyId, importId }: ImportIds, db: Db) =>
  sql`
    with grouped as (
      select r.group_key, row_number() over (order by r.group_key not like 'firm:%', min(r.file_ordinal::bigint * 10000000 + r.row_no)) as n
      from import_row r
      where r.company_id = ${companyId} and r.import_id = ${importId} and ${isConfirmed} and r.written_on is null
      group by r.group_key)
    update import_row r set group_order = g.n
    from grouped g
    where r.company_id = ${companyId} and r.import_id = ${importId} and r.group_key = g.group_key and r.written_on is null`.execute(
    db,
  )

/** Rows whose check warns of a day that is not given. */
const isUndated = sql<SqlBool>`(${isConfirmed} and r.issues @> ${JSON.stringify([{ code: noDayCode }])}::jsonb)`

/** Rows with a cell that is left empty. */
const hasEmpty = sql<SqlBool>`(r.decision <> 'error' and r.issues @> '[{"level": "empty"}]')`

const hasWarning = sql<SqlBool>`(r.decision not in ('error', 'skip') and r.issues @> '[{"level": "warning"}]')`

export type GroupToWrite = { groupKey: string; order: number }

/** The next group with rows that are to be written and have no result yet. */
export async function findNextGroup(db: Db, { companyId, importId }: ImportIds): Promise<GroupToWrite | null> {
  const { rows } = await sql<GroupToWrite>`
    select r.group_key as "groupKey", r.group_order as "order" from import_row r
    where r.company_id = ${companyId} and r.import_id = ${importId} and r.group_order is not null and ${isPending}
    order by r.group_order limit 1`.execute(db)
  return rows[0] ?? null
}

export const listRowsOfGroup = async (db: Db, { companyId, importId }: ImportIds, groupKey: string): Promise<RowOf[]> =>
  (
    await db
      .selectFrom('import_row')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('import_id', '=', importId)
      .where('group_key', '=', groupKey)
      .orderBy('file_ordinal')
      .orderBy('row_no')
      .execute()
  ).map(toRow)

type Lines = readonly { fileId: string; rowNo: number }[]

export const markRows = (
  db: Db,
  companyId: string,
  lines: Lines,
  {
    writtenOn = null,
    heldBack = null,
    leftOut = null,
  }: { writtenOn?: Instant | null; heldBack?: string | null; leftOut?: string | null },
) =>
  sql`
    update import_row r set written_on = ${writtenOn}, held_back = ${heldBack}, left_out = ${leftOut}
    from unnest(${lines.map(({ fileId }) => fileId)}::uuid[], ${lines.map(({ rowNo }) => rowNo)}::int[]) as l (file_id, row_no)
    where r.company_id = ${companyId} and r.file_id = l.file_id and r.row_no = l.row_no`.execute(db)

/** Numbers of rows that the check names. */
const mostUndatedRows = 20

/** Counts that only the check knows. */
const ofCheck = [
  'stepsWithoutStart',
  'withoutTakeOn',
  'withoutBranch',
  'withoutProgressor',
  'emptied',
  'unreadable',
  'made',
] as const
type CountsOfCheck = Pick<ImportCounts, (typeof ofCheck)[number]>

export async function countImportRows(
  db: Db,
  { companyId, importId }: ImportIds,
  checked?: CountsOfCheck,
): Promise<ImportCounts> {
  const { rows } = await sql<ImportCounts & { before: Partial<ImportCounts> }>`
    select count(*)::int as rows,
      count(*) filter (where r.decision = 'create')::int as "create",
      count(*) filter (where r.decision = 'update')::int as "update",
      count(*) filter (where r.decision = 'same')::int as same,
      count(*) filter (where r.decision = 'duplicate')::int as duplicate,
      count(*) filter (where r.decision = 'error')::int as error,
      count(*) filter (where r.decision = 'skip')::int as skip,
      count(*) filter (where ${hasWarning})::int as warnings,
      count(*) filter (where ${isUndated})::int as undated, count(*) filter (where ${isConfirmed})::int as confirmed,
      coalesce(to_jsonb((array_agg(jsonb_build_object('fileId', r.file_id, 'rowNo', r.row_no) order by r.file_ordinal, r.row_no)
        filter (where ${isUndated}))[1:${mostUndatedRows}::int]), '[]') as "undatedRows",
      (select i.counts from import i where i.company_id = ${companyId} and i.id = ${importId}) as before,
      count(*) filter (where ${isPending} and ${isFor('create')})::int as "toCreate",
      count(*) filter (where ${isPending} and ${isFor('update')})::int as "toUpdate",
      count(*) filter (where r.written_on is not null)::int as written,
      count(*) filter (where r.held_back is not null)::int as "heldBack",
      count(*) filter (where r.left_out is not null)::int as "leftOut",
      count(*) filter (where r.undone_on is not null)::int as undone,
      count(*) filter (where r.kept_because is not null)::int as kept,
      count(distinct r.group_key) filter (where ${isConfirmed})::int as groups,
      count(distinct r.group_key) filter (where ${isConfirmed}
        and (r.written_on is not null or r.held_back is not null or r.left_out is not null))::int as "groupsDone"
    from import_row r where r.company_id = ${companyId} and r.import_id = ${importId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A count has one row.')
  const { before, ...counts } = row
  const known = checked ?? Object.fromEntries(ofCheck.map((key) => [key, before[key] ?? emptyCounts[key]]))
  return { ...counts, ...known }
}

export type RowFilter = {
  decision: Decision | undefined
  level: 'warning' | 'empty' | undefined
  outcome: RowOutcome | undefined
  fileIds: readonly string[] | null
  searchText: string | undefined
  groupKey: string | undefined
  order: 'errors' | 'line'
}

const outcomeColumns = {
  written: sql<SqlBool>`r.written_on is not null`,
  'held-back': sql<SqlBool>`r.held_back is not null`,
  'stay-out': sql<SqlBool>`(r.written_on is null and r.held_back is null)`,
  'left-out': sql<SqlBool>`r.left_out is not null`,
  undone: sql<SqlBool>`r.undone_on is not null`,
  kept: sql<SqlBool>`r.kept_because is not null`,
} satisfies Record<RowOutcome, unknown>

const ranks: Record<Decision, number> = { error: 0, duplicate: 1, update: 2, create: 3, same: 4, skip: 5 }

export async function listRows(db: Db, { companyId, importId }: ImportIds, filter: RowFilter, page: PageRequest) {
  const { decision, level, outcome, fileIds, searchText, groupKey, order } = filter
  const matching = db
    .selectFrom('import_row as r')
    .where('r.company_id', '=', companyId)
    .where('r.import_id', '=', importId)
    .where('r.decision', 'is not', null)
    .$if(decision !== undefined, (query) => query.where('r.decision_rank', '=', ranks[decision ?? 'error']))
    .$if(level !== undefined, (query) => query.where(level === 'empty' ? hasEmpty : hasWarning))
    .$if(outcome !== undefined, (query) => query.where(outcomeColumns[outcome ?? 'written']))
    .$if(fileIds !== null, (query) => query.where(sql<SqlBool>`r.file_id = any(${fileIds ?? []}::uuid[])`))
    .$if(groupKey !== undefined, (query) => query.where('r.group_key', '=', groupKey ?? ''))
    .$if(Boolean(searchText), (query) => {
      const pattern = likePattern(searchText ?? '')
      return query.where(
        sql<SqlBool>`(${hasWordsOf(sql`search_fold(r.title)`, searchText ?? '')} or r.raw::text ilike ${pattern} or r.issues::text ilike ${pattern})`,
      )
    })
  const rows = await matching
    .selectAll('r')
    .$if(order === 'errors', (query) => query.orderBy('r.decision_rank'))
    .orderBy('r.file_ordinal')
    .orderBy('r.row_no')
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  return { rows: rows.map(toRow), count: await countRows(matching.selectAll('r')) }
}

/** Sets the choice of duplicates and returns their number. Without an existing object there is nothing to update. */
export async function saveChoice(
  db: Db,
  { companyId, importId }: ImportIds,
  which: { fileId: string; rowNos: readonly number[] } | { code: string },
  choice: RowChoice | null,
): Promise<number> {
  const named =
    'code' in which
      ? sql<SqlBool>`issues @> ${JSON.stringify([{ code: which.code }])}::jsonb`
      : sql<SqlBool>`file_id = ${which.fileId} and row_no = any(${which.rowNos}::int[])`
  const { numUpdatedRows } = await db
    .updateTable('import_row')
    .set({ choice })
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .where('decision', '=', 'duplicate')
    .$if(choice === 'update', (query) => query.where('target_id', 'is not', null))
    .where(named)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
