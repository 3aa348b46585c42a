import type { Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type {
  AdditionalContactInput,
  PartyInput,
  PartyRole,
  Side,
} from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import type { Db } from '../../db/pool.ts'

/** Locks a contact against deletion while it is assigned; returns its name. */
export const lockContactForAssignment = (db: Db, companyId: string, contactId: string) =>
  db
    .selectFrom('company_contact')
    .select('name')
    .where('company_id', '=', companyId)
    .where('id', '=', contactId)
    .where('deleted_on', 'is', null)
    .forKeyShare()
    .executeTakeFirst()

/** The same for a point of contact. */
export const lockPocForAssignment = (db: Db, companyId: string, contactId: string, pocId: string) =>
  db
    .selectFrom('company_contact_poc')
    .select('name')
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .where('id', '=', pocId)
    .forKeyShare()
    .executeTakeFirst()

/** Assigns a contact to a role, or nobody for null. */
export async function saveParty(
  db: Db,
  { companyId, propertyId }: PropertyIds,
  role: PartyRole,
  party: PartyInput,
): Promise<void> {
  if (party === null) {
    await db
      .deleteFrom('property_contact')
      .where('company_id', '=', companyId)
      .where('property_id', '=', propertyId)
      .where('role', '=', role)
      .execute()
    return
  }
  const acts = { contact_id: party.contact, poc_id: party.poc ?? null }
  await db
    .insertInto('property_contact')
    .values({ company_id: companyId, property_id: propertyId, role, ...acts })
    .onConflict((conflict) => conflict.columns(['company_id', 'property_id', 'role']).doUpdateSet(acts))
    .execute()
}

export const saveSideNotes = (db: Db, { companyId, propertyId }: PropertyIds, side: Side, notes: string) =>
  db
    .insertInto('property_side')
    .values({ company_id: companyId, property_id: propertyId, side, notes })
    .onConflict((conflict) => conflict.columns(['company_id', 'property_id', 'side']).doUpdateSet({ notes }))
    .execute()

/** Replaces a side's list of additional contacts. */
export async function replaceAdditionalContacts(
  db: Db,
  { companyId, propertyId }: PropertyIds,
  side: Side,
  people: readonly (AdditionalContactInput & { _id: string })[],
): Promise<void> {
  await db
    .deleteFrom('property_additional_contact')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('side', '=', side)
    .execute()
  if (people.length === 0) return
  await db
    .insertInto('property_additional_contact')
    .values(
      people.map(({ _id, firstName, lastName, email, tel, options }, index) => ({
        company_id: companyId,
        property_id: propertyId,
        id: _id,
        side,
        position: index + 1,
        first_name: firstName,
        last_name: lastName,
        email,
        tel,
        memo: options.memo,
      })),
    )
    .execute()
}

/** Version, time and user of each side's last save; sides never saved are absent. */
export const findSavedSides = (
  db: Db,
  { companyId, propertyId }: PropertyIds,
): Promise<{ side: string; saved_version: number; saved_on: Instant | null; saved_by: string | null }[]> =>
  db
    .selectFrom('property_side')
    .select(['side', 'saved_version', 'saved_on', 'saved_by'])
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .execute()
