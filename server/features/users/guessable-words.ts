import type { Db } from '../../db/pool.ts'

export async function guessableWordsOfAccount(db: Db, userId: string): Promise<string[]> {
  const [user] = await db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .select(['u.first_name', 'u.last_name', 'u.email', 'c.name'])
    .where('u.id', '=', userId)
    .execute()
  const branches = await db
    .selectFrom('branch_reach as r')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'r.company_id').onRef('b.id', '=', 'r.branch_id'))
    .innerJoin('app_user as u', 'u.id', 'r.user_id')
    .select('b.name')
    .where('r.user_id', '=', userId)
    .where('u.type', '<>', 'COMPANY_ADMIN')
    .limit(20)
    .execute()
  return user ? [user.first_name, user.last_name, user.email, user.name ?? '', ...branches.map(({ name }) => name)] : []
}

export async function guessableWordsOfBranch(
  db: Db,
  { companyId, branchId }: { companyId?: string; branchId?: string },
): Promise<string[]> {
  const [company] = companyId
    ? await db.selectFrom('company').select('name').where('id', '=', companyId).execute()
    : await db
        .selectFrom('branch as b')
        .innerJoin('company as c', 'c.id', 'b.company_id')
        .select('c.name')
        .where('b.id', '=', branchId ?? null)
        .execute()
  const [branch] = branchId ? await db.selectFrom('branch').select('name').where('id', '=', branchId).execute() : []
  return [company?.name ?? '', branch?.name ?? '']
}

/** Words that others would guess first in the password of a new person. */
export const guessableWordsOfPerson = (person: {
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
}): string[] => [person.firstName, person.lastName, person.email].flatMap((text) => text ?? [])
