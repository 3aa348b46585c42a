import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { assignProgressor } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { type StepName, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import type { Page } from '@playwright/test'
import type { Agency, Property } from './agency.ts'

/** A sale of the staff member with a blocked step, which is in their list at once. */
export async function sellBlocked(agency: Agency, line1: string): Promise<Property> {
  const property = await agency.takeOn(line1)
  await property.sell({ buyer: 'Fenwick Larkrise' })
  const staff = await agency.as('staff')
  await staff.call(assignProgressor, { params: property.params, body: { bStaff: (await agency.person('staff')).id } })
  await staff.call(saveTimeline, {
    params: property.params,
    body: { timeline: [{ key: stepKeys.SearchesBack, state: 'B' }] },
  })
  return property
}

export const list = (page: Page) => page.getByRole('treegrid', { name: 'What to do' })
export const rowsOf = (page: Page) =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') })
export const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'What is shown' }).getByRole('button', { name: new RegExp(`^${name} `) })

export const countOf = async (page: Page, name: string): Promise<number> =>
  Number(/\d+$/.exec((await chip(page, name).innerText()).replaceAll(/\s+/g, ' ').trim())?.[0])

export const solicitor = 'Calliope Primrose'

/**
 * Sales with the same buyer's solicitor, progressed by the staff member. Each delayed step is an action item for the solicitor from today
 * on.
 */
export async function salesOfOneSolicitor(agency: Agency, delayed: readonly (readonly StepName[])[]): Promise<Property[]> {
  const staff = await agency.as('staff')
  const { _id: contact, pocs } = await staff.call(createContact, {
    params: { companyId: agency.companyId },
    body: {
      name: 'Nettlefold Conveyancing',
      tel: '0118 496 0200',
      type: 'solicitor',
      pocs: [{ name: solicitor, email: 'calliope@nettlefold.example', tel: '0118 496 0201' }],
    },
  })
  const { id: bStaff } = await agency.person('staff')
  const properties: Property[] = []
  for (const [index, steps] of delayed.entries()) {
    const property = await agency.takeOn(`${index + 1} Recreation Road`)
    await property.sell({ buyer: `Buyer ${index + 1}` })
    const body = { bStaff, buyerDetails: { solicitor: { contact, poc: pocs[0]?._id ?? null } } }
    await staff.call(saveContacts, { params: property.params, body })
    const timeline = steps.map((step) => ({ key: stepKeys[step], state: 'B' as const }))
    await staff.call(saveTimeline, { params: property.params, body: { timeline } })
    properties.push(property)
  }
  return properties
}
