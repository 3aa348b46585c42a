import type { TestApp } from './test-app.ts'

/** The record of a company, oldest first: what happened and who did it. */
export const companyEvents = async ({ database }: Pick<TestApp, 'database'>, companyId: string) =>
  database.db
    .selectFrom('event')
    .select(['kind', 'property_id', 'user_id', 'at', 'data'])
    .where('company_id', '=', companyId)
    .orderBy('at')
    .orderBy('id')
    .execute()
