import { createBranch, readBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { readCompany, updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { productTemplate } from '@gya/domain/features/timeline/product-template.ts'
import type { Template } from '@gya/domain/features/timeline/timeline.model.ts'
import { saveBranchTimeline, saveCompanyTimeline } from '@gya/domain/features/timeline/timeline-templates.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn, testAddress } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(() => fixtures.clock.moveTo(testStart))
afterAll(() => fixtures.close())

const company = () => fixtures.as('company')
/** The default template with a title and days changed for Viewings. */
const viewings = (title: string, daysToComplete: number): Template[number][] =>
  productTemplate.map((row) => (row.key === 3 ? { ...row, title, daysToComplete } : row))
const saveCompany = (timeline: Template[number][], version?: number) =>
  company().call(saveCompanyTimeline, { params: fixtures.a, body: { timeline, ...(version ? { version } : {}) } })
const saveBranch = (place: { companyId: string; branchId: string }, timeline: Template[number][]) =>
  company().ok(saveBranchTimeline, { params: place, body: { timeline } })
const newBranch = async (name: string) => {
  const made = await company().ok(createBranch, { params: fixtures.a, body: { name, address: testAddress('1 Road') } })
  return { companyId: fixtures.a.companyId, branchId: made._id }
}
const branchTitle = async (params: { companyId: string; branchId: string }) =>
  (await company().ok(readBranch, { params })).timelineTemplate.find(({ key }) => key === 3)?.title
const propertyTitle = async (params: PropertyPath) =>
  (await company().ok(readProperty, { params })).timeline.data.find(({ key }) => key === 3)?.title
const companyTitle = async () =>
  (await company().ok(readCompany, { params: fixtures.a })).timeline.find(({ key }) => key === 3)?.title

describe('A template change does not affect existing branches and properties', () => {
  test('copied from company to branch to property', async () => {
    await saveCompany(viewings('Company one', 1))
    const one = await newBranch('Generation one')
    const oneFirst = await takeOn(company(), one, fixtures.idOf.vendor, '1 Generation Street')

    await saveCompany(viewings('Company two', 2))
    const two = await newBranch('Generation two')
    const oneSecond = await takeOn(company(), one, fixtures.idOf.vendor, '2 Generation Street')

    await saveBranch(one, viewings('Branch three', 3))
    const oneThird = await takeOn(company(), one, fixtures.idOf.vendor, '3 Generation Street')
    const twoFirst = await takeOn(company(), two, fixtures.idOf.vendor, '4 Generation Street')

    expect(await companyTitle()).toBe('Company two')
    expect([await branchTitle(one), await branchTitle(two), await branchTitle(fixtures.first)]).toEqual([
      'Branch three',
      'Company two',
      'Viewings',
    ])
    const titles = [oneFirst, oneSecond, oneThird, twoFirst, fixtures.first].map(propertyTitle)
    expect(await Promise.all(titles)).toEqual(['Company one', 'Company one', 'Branch three', 'Company two', 'Viewings'])
  })

  test('PATCH …/timeline writes the template, its event, and nothing else', async () => {
    const recorded = ['public.event', 'public.event_unsealed']
    const before = await databaseChecksum(fixtures.database)
    await saveCompany(viewings('Nothing else', 9))
    const after = await databaseChecksum(fixtures.database)
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual(['public.company', ...recorded])
    await saveBranch(fixtures.second, viewings('Nothing else', 9))
    const last = await databaseChecksum(fixtures.database)
    expect(Object.keys(last).filter((table) => last[table] !== after[table])).toEqual(['public.branch', ...recorded])
  })
})

describe.each(['company', 'branch'] as const)('PATCH …/timeline of a %s', (which) => {
  const save = (timeline: Template[number][], version?: number, name: 'company' | 'platform' = 'company') => {
    const body = { timeline, ...(version ? { version } : {}) }
    return which === 'company'
      ? fixtures.as(name).call(saveCompanyTimeline, { params: fixtures.a, body })
      : fixtures.as(name).call(saveBranchTimeline, { params: fixtures.first, body })
  }
  const read = async () =>
    which === 'company' ? company().ok(readCompany, { params: fixtures.a }) : company().ok(readBranch, { params: fixtures.first })
  const templateOf = (body: unknown) =>
    (body as { timeline?: unknown; timelineTemplate?: unknown })[which === 'company' ? 'timeline' : 'timelineTemplate']

  test('returns the whole entity with the next version', async () => {
    const { version } = await read()
    const timeline = viewings('Open house', 30).map((row) =>
      row.key === 36 ? { ...row, state: 'NA' as const, description: 'Ask.\nTwice.' } : row,
    )
    const { status, body } = await save(timeline)
    expect([status, templateOf(body)]).toEqual([200, timeline])
    expect(body).toMatchObject({ version: version + 1 })
    expect(await read()).toEqual(body)
  })

  test('records the changed steps, or nothing without changes', async () => {
    const of = which === 'company' ? fixtures.a.companyId : fixtures.first.branchId
    // A template of an earlier version, which took templates without some steps.
    await fixtures.database.pool.query(
      which === 'company'
        ? 'update company set timeline = $1 where id = $2'
        : 'update branch set timeline_template = $1 where id = $2',
      [JSON.stringify(productTemplate.slice(1)), of],
    )
    await save(viewings('Recorded', 5))
    const [recorded] = (await companyEvents(fixtures, fixtures.a.companyId)).slice(-1)
    expect(recorded).toMatchObject({
      kind: `${which}-timeline-edited`,
      user_id: fixtures.idOf.company,
      data: {
        changes: expect.arrayContaining([
          {
            key: 3,
            from: expect.objectContaining({ title: 'Viewings' }),
            to: expect.objectContaining({ title: 'Recorded', daysToComplete: 5 }),
          },
          { key: 1, from: null, to: expect.objectContaining({ key: 1 }) },
        ]),
      },
    })
    const before = await databaseChecksum(fixtures.database)
    expect(await save(viewings('Recorded', 5).toReversed())).toMatchObject({ status: 200 })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test('an old version gets STALE_VERSION, also after a save of the other form', async () => {
    const { version } = await read()
    await save(viewings('Newer', 1), version, 'platform')
    expect(await save(viewings('Older', 1), version)).toMatchObject({
      status: 409,
      body: { code: 'STALE_VERSION', details: { savedBy: 'platform people', savedOn: testStart } },
    })
    if (which === 'company') {
      await company().ok(updateCompany, { body: { _id: fixtures.a.companyId, tel: `0118 496 010${version % 10}` } })
      expect(await save(viewings('Older', 1), version + 1)).toMatchObject({ status: 409 })
    }
  })

  test.each([
    ['no step', [], productTemplate.map(({ key, title }) => `${title} (${key})`).join(', ')],
    ['two steps less', productTemplate.filter(({ key }) => key !== 24 && key !== 25), 'Exchanged (24), Completed (25)'],
  ])('%s: VALIDATION_FAILED names the missing steps, nothing is changed', async (_what, timeline, missing) => {
    const before = await databaseChecksum(fixtures.database)
    expect(await save(timeline)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'timeline', message: `A template has every step. These are missing: ${missing}.` }] },
    })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test.each([
    ['a step twice', [...productTemplate, ...productTemplate.slice(0, 1)]],
    ['a survey type', productTemplate.map((row) => (row.key === 36 ? { ...row, key: 5 } : row))],
    ['an unknown step', productTemplate.map((row) => (row.key === 36 ? { ...row, key: 37 } : row))],
    ['32 days', viewings('Viewings', 32)],
    ['no title', viewings(' ', 3)],
    ['a state that no template has', productTemplate.map((row) => ({ ...row, state: 'C' as 'NS' }))],
  ])('%s is refused, nothing is changed', async (_what, timeline) => {
    const before = await databaseChecksum(fixtures.database)
    expect(await save(timeline)).toMatchObject({ body: { code: 'VALIDATION_FAILED' } })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test('is refused for branch roles and other companies', async () => {
    const body = { timeline: [...productTemplate] }
    const call = (name: 'branch' | 'staff' | 'otherCompany') =>
      which === 'company'
        ? fixtures.as(name).refusal(saveCompanyTimeline, { params: fixtures.a, body })
        : fixtures.as(name).refusal(saveBranchTimeline, { params: fixtures.first, body })
    for (const name of ['branch', 'staff'] as const) expect(await call(name)).toMatchObject({ status: 403 })
    expect(await call('otherCompany')).toMatchObject({ status: 404 })
  })
})
