import { createContact, updateContact, updatePoc } from '@gya/domain/features/contacts/contacts.contract.ts'
import { updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { findMailsTo } from '../../../test/support/sent-mails.ts'
import { eventsDuring } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
let firm: Awaited<ReturnType<typeof make>>
let firms = 0
beforeAll(async () => {
  fixtures = await openFixtures()
  const branch = { email: 'second-branch@people.example' }
  await fixtures.database.db.updateTable('branch').set(branch).where('id', '=', fixtures.second.branchId).execute()
})
beforeEach(async () => {
  fixtures.clock.advance({ minutes: 120 })
  firms += 1
  firm = await make()
})
afterAll(() => fixtures.close())

const make = () =>
  fixtures.as('staff').ok(createContact, {
    params: fixtures.a,
    body: {
      name: `Firm ${firms}`,
      email: `office@firm-${firms}.example`,
      tel: '0118 496 0150',
      pocs: [{ name: 'Una Frost', email: `una@firm-${firms}.example` }],
    },
  })
const assign = (to: PropertyPath, pocId: string | null = null) =>
  fixtures.database.db
    .insertInto('property_contact')
    .values({ company_id: to.companyId, property_id: to.propertyId, role: 'buyerSolicitor', contact_id: firm._id, poc_id: pocId })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'property_id', 'role']).doUpdateSet({ contact_id: firm._id, poc_id: pocId }),
    )
    .execute()
const change = (body: object) => fixtures.as('staff').ok(updateContact, { params: { ...fixtures.a, contactId: firm._id }, body })
const pocId = () => firm.pocs[0]?._id ?? ''
const toBranch = () => findMailsTo(fixtures, 'second-branch@people.example')

describe('PATCH /companycontacts/:companyId/:contactId for a contact of open sales', () => {
  test('writes an event with old and new values to each sale, of other branches too', async () => {
    await assign(fixtures.second)
    const events = await eventsDuring(fixtures, fixtures.second.propertyId, () => change({ email: `new@firm-${firms}.example` }))
    expect(events).toMatchObject([
      {
        kind: 'party-edited',
        by: fixtures.idOf.staff,
        data: {
          contactId: firm._id,
          name: firm.name,
          changes: [{ field: 'email', from: firm.email, to: `new@firm-${firms}.example` }],
        },
      },
    ])
  })

  test('writes an audit entry with the number of sales', async () => {
    await assign(fixtures.second)
    await change({ tel: '0118 496 0154' })
    const { rows } = await fixtures.database.pool.query(
      `select user_id, data from audit where kind = 'party-edited' order by at desc, id desc limit 1`,
    )
    expect(rows).toMatchObject([{ user_id: fixtures.idOf.staff, data: { contactId: firm._id, changed: 'tel', sales: 1 } }])
  })

  test('e-mails a changed e-mail address or telephone number to the branch of a sale without a progressor, and to the old address', async () => {
    await assign(fixtures.second)
    const before = (await toBranch()).length
    await change({ email: `new@firm-${firms}.example`, tel: '0118 496 0151' })
    const emails = await toBranch()
    expect(emails).toHaveLength(before + 1)
    expect(emails[0]?.text).toContain(`E-mail: ${firm.email} → new@firm-${firms}.example`)
    expect(emails[0]?.text).toContain('Telephone: 0118 496 0150 → 0118 496 0151')
    expect(emails[0]?.text).toContain('2 Second Street')
    const [old] = await findMailsTo(fixtures, firm.email)
    expect(old?.subject).toBe('Alder & Ash has changed your contact details')
    expect(old?.text).not.toContain('new@')
  })

  test('sends each progressor one e-mail for all their sales, except the author of the change', async () => {
    const [own, others] = [
      await takeOn(fixtures.as('staff'), fixtures.first, fixtures.idOf.vendor, '1 Progress Street'),
      await takeOn(fixtures.as('staff'), fixtures.first, fixtures.idOf.vendor, '2 Progress Street'),
    ]
    const { db } = fixtures.database
    for (const [ids, staff] of [
      [own, 'staff'],
      [others, 'branch'],
      [fixtures.first, 'branch'],
    ] as const) {
      await assign(ids)
      await db
        .updateTable('property_report')
        .set({ b_staff: fixtures.idOf[staff] })
        .where('property_id', '=', ids.propertyId)
        .execute()
    }
    const before = (await findMailsTo(fixtures, fixtures.emailOf('staff'))).length
    await change({ tel: '0118 496 0152' })
    const [emails, ...earlier] = await findMailsTo(fixtures, fixtures.emailOf('branch'))
    expect(earlier).toEqual([])
    expect(emails?.text).toContain('They act in 2 sales that you look after: 1 First Street, 2 Progress Street.')
    expect(await findMailsTo(fixtures, fixtures.emailOf('staff'))).toHaveLength(before)
  })

  test('a changed name is recorded but not e-mailed; a changed address is neither', async () => {
    await assign(fixtures.second)
    const before = (await toBranch()).length
    const events = await eventsDuring(fixtures, fixtures.second.propertyId, async () => {
      await change({ name: 'Another name' })
      await change({ recommended: true })
    })
    expect(events.map(({ data }) => data.changes)).toMatchObject([[{ field: 'name' }]])
    expect(await toBranch()).toHaveLength(before)
  })

  test('ignores withdrawn sales', async () => {
    const withdrawn = await takeOn(fixtures.as('staff'), fixtures.first, fixtures.idOf.vendor, '3 Withdrawn Street')
    await assign(withdrawn)
    const { companyId, branchId, propertyId } = withdrawn
    await fixtures.as('staff').ok(updateProperty, { params: { companyId, branchId }, body: { _id: propertyId, active: false } })
    expect(await eventsDuring(fixtures, propertyId, () => change({ tel: '0118 496 0153' }))).toEqual([])
  })
})

test('PATCH /companycontactspoc records and e-mails the change only for sales where the point of contact acts', async () => {
  const firmOnly = await takeOn(fixtures.as('staff'), fixtures.first, fixtures.idOf.vendor, '4 Firm Street')
  await assign(firmOnly)
  await assign(fixtures.second, pocId())
  const before = (await toBranch()).length
  const body = { email: `una.frost@firm-${firms}.example` }
  const work = () => fixtures.as('staff').ok(updatePoc, { params: { ...fixtures.a, contactId: firm._id, pocId: pocId() }, body })
  const events = await eventsDuring(fixtures, fixtures.second.propertyId, () =>
    eventsDuring(fixtures, firmOnly.propertyId, work).then((none) => expect(none).toEqual([])),
  )
  expect(events).toMatchObject([{ kind: 'party-edited', data: { pocId: pocId(), name: 'Una Frost' } }])
  expect(await toBranch()).toHaveLength(before + 1)
  expect(await findMailsTo(fixtures, `una@firm-${firms}.example`)).toHaveLength(1)
})
