import type { TaskTemplate } from '@gya/domain/features/tasks/tasks.contract.ts'
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { TaskTemplate as TemplateTable } from '../../db/schema.ts'

type TemplateRow = Selectable<TemplateTable>
/** The templates of the company, or of a branch. */
export type TemplateOwner = { companyId: string; branchId: string | null }

/** The templates of a company and, if given, of a branch, in their order. */
export const listTemplateRows = (db: Db, { companyId, branchId }: TemplateOwner): Promise<TemplateRow[]> =>
  db
    .selectFrom('task_template')
    .selectAll()
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`(branch_id is null or branch_id = ${branchId})`)
    .orderBy('position')
    .orderBy('id')
    .execute()

const listOf = (db: Db, { companyId, branchId }: TemplateOwner) =>
  db
    .selectFrom('task_template_list')
    .select(['version', 'createdon', 'updatedon', 'updated_by'])
    .where('company_id', '=', companyId)
    .where('owner_id', '=', branchId ?? companyId)

/** Version of the list; 1 if it was never saved. */
export const findListVersion = async (db: Db, owner: TemplateOwner): Promise<number> =>
  (await listOf(db, owner).executeTakeFirst())?.version ?? 1

/** Locks the list, created if it was never saved. */
export async function lockTemplateList(db: Db, owner: TemplateOwner, now: string) {
  await db
    .insertInto('task_template_list')
    .values({ company_id: owner.companyId, owner_id: owner.branchId ?? owner.companyId, createdon: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return listOf(db, owner).forUpdate().executeTakeFirstOrThrow()
}

/** Replaces the templates; those with the id of an earlier one keep it. */
export async function replaceTemplates(
  db: Db,
  { companyId, branchId }: TemplateOwner,
  rows: readonly Insertable<TemplateTable>[],
  saved: { now: string; userId: string },
): Promise<void> {
  await db
    .deleteFrom('task_template')
    .where('company_id', '=', companyId)
    .where('branch_id', 'is not distinct from', branchId)
    .execute()
  if (rows.length > 0)
    await db
      .insertInto('task_template')
      .values([...rows])
      .execute()
  await db
    .updateTable('task_template_list')
    .set((set) => ({ version: set('version', '+', 1), updatedon: saved.now, updated_by: saved.userId }))
    .where('company_id', '=', companyId)
    .where('owner_id', '=', branchId ?? companyId)
    .execute()
}

export const toTemplate = (row: TemplateRow): TaskTemplate & { _id: string } => ({
  _id: row.id,
  phase: row.phase as TaskTemplate['phase'],
  title: row.title,
  note: row.note,
  offsetDays: row.offset_days,
  assign: row.assign as TaskTemplate['assign'],
  active: row.active,
})
