import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { Db } from '../../db/pool.ts'

type Named = { scope: string; subject: string; day: DateOnly; extension: 'csv' | 'pdf' | 'zip' }

/**
 * The name of a generated file: "Larkmead Forecast 2026-11-28.csv". Characters that Windows does not allow in names are replaced.
 * The specification names three files itself: Workflow.csv, Properties.csv and MemorandumOfSale.pdf.
 */
export const downloadName = ({ scope, subject, day, extension }: Named): string =>
  `${[scope, subject, day].map(withoutReserved).filter(Boolean).join(' ')}.${extension}`

const withoutReserved = (text: string): string =>
  text
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The name of a branch, or of the company without one. */
export async function findScopeName(
  db: Db,
  { companyId, branchId }: { companyId: string; branchId: string | null },
): Promise<string> {
  const row =
    branchId === null
      ? await db.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirst()
      : await db
          .selectFrom('branch')
          .select('name')
          .where('company_id', '=', companyId)
          .where('id', '=', branchId)
          .executeTakeFirst()
  return row?.name ?? ''
}
