import type { TestApp } from './test-app.ts'

/** The events of a company, oldest first. */
export const companyEvents = async ({ database }: Pick<TestApp, 'database'>, companyId: string) =>
  database.db
    .selectFrom('event')
    .select(['kind', 'property_id', 'user_id', 'at', 'data'])
    .where('company_id', '=', companyId)
    .orderBy('at')
    .orderBy('id')
    .execute()
