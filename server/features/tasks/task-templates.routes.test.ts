import type { Wire } from '@gya/domain/endpoint.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import {
  cancelTask,
  completeTask,
  listTasks,
  readTaskTemplates,
  saveTaskTemplates,
} from '@gya/domain/features/tasks/tasks.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
let sale: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo('2025-11-05T10:00:00Z')
  await save([])
  await save([], fixtures.first.branchId)
})

type Template = Wire<typeof saveTaskTemplates, 'body'>['templates'][number]
const template = (title: string, more: Partial<Template> = {}): Template => ({
  phase: 'sold',
  title,
  offsetDays: 0,
  assign: 'creator',
  ...more,
})
const save = (templates: Template[], branchId?: string, as: FixtureUser = 'company') =>
  fixtures.as(as).ok(saveTaskTemplates, { params: fixtures.a, query: branchId ? { branchId } : {}, body: { templates } })
const read = (branchId?: string, as: FixtureUser = 'staff') =>
  fixtures.as(as).ok(readTaskTemplates, { params: fixtures.a, query: branchId ? { branchId } : {} })

describe('GET and PUT tasktemplate', () => {
  test('return and save the whole list in order, with a version; ids are kept', async () => {
    const first = await save([template('Second', { offsetDays: 3, note: 'By telephone' }), template('First', { active: false })])
    expect(first.templates.map(({ title, active }) => [title, active])).toEqual([
      ['Second', true],
      ['First', false],
    ])
    const [second] = first.templates
    const next = await save([template('New'), { ...second, title: 'Renamed' } as Template])
    expect(next.templates[1]).toEqual({ ...second, title: 'Renamed' })
    expect(next.version).toBe(first.version + 1)
    expect(await read()).toEqual(next)
    expect(await save(next.templates)).toEqual(next)
  })

  test('a stale version returns STALE_VERSION; 51 templates and 366 days are refused', async () => {
    const { version } = await save([template('One')])
    await save([template('Two')])
    const refused = (body: Wire<typeof saveTaskTemplates, 'body'>) =>
      fixtures.as('company').refusal(saveTaskTemplates, { params: fixtures.a, query: {}, body })
    expect(await refused({ templates: [], version })).toMatchObject({ status: 409, code: 'STALE_VERSION' })
    expect(await refused({ templates: Array.from({ length: 51 }, () => template('x')) })).toMatchObject({ status: 400 })
    expect(await refused({ templates: [template('x', { offsetDays: 366 })] })).toMatchObject({ status: 400 })
  })

  test('branch administrators can save those of their branches only; staff cannot save any', async () => {
    const { branchId } = fixtures.first
    expect((await save([template('Ours')], branchId, 'branch')).fromCompany).toBe(false)
    const refused = (as: FixtureUser, branch?: string) =>
      fixtures
        .as(as)
        .refusal(saveTaskTemplates, { params: fixtures.a, query: branch ? { branchId: branch } : {}, body: { templates: [] } })
    expect(await refused('branch')).toMatchObject({ status: 403 })
    expect(await refused('branch', fixtures.second.branchId)).toMatchObject({ status: 404 })
    expect(await refused('company', fixtures.other.branchId)).toMatchObject({ status: 404 })
    expect(await refused('staff', branchId)).toMatchObject({ status: 403 })
  })

  test('a branch without templates uses the company’s; saving is recorded', async () => {
    await save([template('Company’s')])
    const { branchId } = fixtures.first
    expect(await read(branchId)).toMatchObject({ templates: [{ title: 'Company’s' }], fromCompany: true })
    await save([template('Branch’s')], branchId)
    expect(await read(branchId)).toMatchObject({ templates: [{ title: 'Branch’s' }], fromCompany: false })
    expect(await read()).toMatchObject({ templates: [{ title: 'Company’s' }] })
    const saves = (await companyEvents(fixtures, fixtures.a.companyId)).filter(({ kind }) => kind === 'task-templates-saved')
    expect(saves.map(({ data }) => (data as { branchId: string | null }).branchId)).toContain(branchId)
  })
})

describe('Entering a phase creates the tasks of its templates', () => {
  beforeEach(async () => {
    sale = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '7 Template Street')
  })
  const tasks = async (state?: 'open' | 'cancelled') =>
    (
      await fixtures
        .as('company')
        .ok(listTasks, { params: fixtures.a, query: { propertyId: sale.propertyId, ...(state ? { state } : {}) } })
    ).data
  const titles = async (state?: 'open' | 'cancelled') => (await tasks(state)).map(({ title }) => title).toSorted()
  const accept = (name: string, as: FixtureUser = 'staff') =>
    fixtures.as(as).ok(addOffer, { params: sale, body: { name, amount: 285_000, cashBuy: false, chain: false, state: 'A' } })
  const fall = () => fixtures.as('staff').ok(performFallOff, { params: sale, body: { note: 'Chain broke' } })
  const restore = async () => {
    const { saleResets } = await fixtures.as('staff').ok(readProperty, { params: sale })
    const fallOffId = saleResets.find(({ restoredOn }) => restoredOn === null)?._id ?? ''
    return fixtures.as('branch').ok(restoreFallOff, { params: { ...sale, fallOffId } })
  }

  test('due on the day of entering + offset; assigned to the progressor or the creator; inactive templates and other phases create none', async () => {
    await save([
      template('Order plan', { offsetDays: 3, assign: 'progressor', note: 'Ask the office' }),
      template('Ring', { assign: 'creator' }),
      template('Off', { active: false }),
      template('Later', { phase: 'exchanged' }),
    ])
    await fixtures.database.db
      .updateTable('property')
      .set({ b_staff: fixtures.idOf.branch })
      .where('id', '=', sale.propertyId)
      .execute()
    await accept('Bea Uyer')
    expect(await tasks()).toMatchObject([
      { title: 'Ring', dueOn: '2025-11-05', assignee: { _id: fixtures.idOf.staff }, fromTemplate: true },
      { title: 'Order plan', dueOn: '2025-11-08', note: 'Ask the office', assignee: { _id: fixtures.idOf.branch } },
    ])
  })

  test('templates saved later do not change existing tasks', async () => {
    await save([template('Before')])
    await accept('Bea Uyer')
    await save([template('After')])
    await fixtures.as('staff').ok(updateProperty, { params: sale, body: { _id: sale.propertyId, bedrooms: 4 } })
    expect(await titles()).toEqual(['Before'])
  })

  test('branch templates are used in place of the company’s', async () => {
    await save([template('Company’s')])
    await save([template('Branch’s')], sale.branchId)
    await accept('Bea Uyer')
    expect(await titles()).toEqual(['Branch’s'])
  })

  test('taking on a property enters a phase too', async () => {
    await save([template('Photographs', { phase: 'preForSale' })])
    sale = await takeOn(fixtures.as('staff'), fixtures.first, fixtures.idOf.vendor, '8 Template Street')
    expect(await titles()).toEqual(['Photographs'])
  })

  test('once per acceptance; a fall-off cancels open tasks, a restore reopens exactly those and adds none (story 16)', async () => {
    await save([template('Ring'), template('Write'), template('Visit')])
    await accept('Bea Uyer')
    const at = async (title: string) => ({
      params: { ...fixtures.a, taskId: (await tasks()).find((task) => task.title === title)?._id ?? '' },
    })
    await fixtures.as('staff').ok(completeTask, await at('Ring'))
    await fixtures.as('staff').ok(cancelTask, await at('Visit'))
    await fall()
    expect(await tasks('cancelled')).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ title: 'Write', cancelReason: 'Sale fell off' })]),
    )
    expect(await titles('open')).toEqual([])
    await restore()
    expect(await titles('open')).toEqual(['Write'])
    expect(await tasks()).toHaveLength(3)
    await fall()
    await accept('Cy Uyer')
    expect(await titles('open')).toEqual(['Ring', 'Visit', 'Write'])
    expect(await tasks()).toHaveLength(6)
  })

  test('an acceptance by a platform administrator creates the tasks too', async () => {
    await save([template('Ring')])
    await accept('Bea Uyer', 'platform')
    expect(await titles()).toEqual(['Ring'])
  })
})
