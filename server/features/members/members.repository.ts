import type { Insertable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { AppUser } from '../../db/schema.ts'

/** The member of staff, of any company or of the platform, who signs in with this address. */
export const findStaffByEmail = (db: Db, email: string) =>
  db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .where('type', '!=', 'VENDOR')
    .where('deleted_on', 'is', null)
    .executeTakeFirst()

export const insertAccount = (db: Db, account: Insertable<AppUser>) => db.insertInto('app_user').values(account).execute()
