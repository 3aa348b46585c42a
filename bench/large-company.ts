import type { Database } from '../server/db/connect.ts'

/** The company that has half of the data's properties, and its branches. */
export async function largeCompany({ pool }: Database): Promise<{ id: string; branchIds: string[] }> {
  const { rows } = await pool.query<{ id: string; branches: string[] }>(
    'select company_id as id, array_agg(id::text order by id) as branches from branch group by 1 order by count(*) desc limit 1',
  )
  if (!rows[0]) throw new Error('There is no company in this database.')
  return { id: rows[0].id, branchIds: rows[0].branches }
}
