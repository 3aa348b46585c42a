import { addDays, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { ImportClient } from './testing/import-client.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const actionItems = async () => {
  const { groups } = await fixtures.as('company').ok(readToday, {
    params: fixtures.a,
    query: { who: 'all', by: 'rank', itemsPerPage: '100', branchIds: fixtures.first.branchId },
  })
  return groups.flatMap((group) => group.actionItems)
}

const propertyOf = async (textSearch: string) => {
  const company = fixtures.as('company')
  const { data } = await company.ok(listCompanyProperties, { params: fixtures.a, query: { textSearch } })
  return company.ok(readProperty, { params: { ...fixtures.first, propertyId: data[0]?._id ?? '' } })
}

test('the first Today after an import of running sales shows as late only what the files say is late', async () => {
  const today = londonDay(fixtures.clock.now())
  const ago = (days: number) => showDate(addDays(today, -days))
  const progressor = fixtures.emailOf('staff')
  const homes = [
    'Our ref,Address 1,Postcode,Taken on,Launched,Progressor',
    `T1,1 Today Row,RG30 6AA,${ago(200)},${ago(190)},${progressor}`,
    `T2,2 Today Row,RG30 6AA,${ago(200)},${ago(190)},${progressor}`,
    `T3,3 Today Row,RG30 6AA,${ago(200)},${ago(190)},${progressor}`,
    `T4,4 Today Row,RG30 6AA,${ago(200)},,${progressor}`,
  ]
  const sales = [
    'Our ref,Buyer,Agreed price,Accepted on,Draft contracts,Searches applied,Mortgage application started',
    `T1,Ann,250000,${ago(100)},${ago(90)},${ago(80)},`,
    `T2,Bea,250000,${ago(100)},,,${ago(70)}`,
  ]
  const before = new Set((await actionItems()).map(({ propertyId }) => propertyId))
  const client = await ImportClient.checked(
    fixtures,
    { name: 'homes.csv', content: homes.join('\n') },
    { name: 'sales.csv', content: sales.join('\n'), kind: 'sale' },
  )
  expect((await client.run()).counts).toMatchObject({ written: 6, leftOut: 0 })
  const late = (await actionItems()).filter(({ propertyId }) => !before.has(propertyId))
  expect(late.map(({ address, description }) => [address?.line1, description])).toEqual([
    ['2 Today Row', 'Mortgage app submitted'],
  ])
  const { timeline } = await propertyOf('1 Today Row')
  const searchesBack = timeline.data.find(({ key }) => key === stepKeys.SearchesBack)
  expect(searchesBack).toMatchObject({ state: 'IP', startedOn: addDays(today, -80) })
  expect(searchesBack?.dueReason).toBe(`Counted from the import of ${showDate(today)}`)
  expect(searchesBack?.dueOn).toBe(addDays(today, searchesBack?.daysToComplete ?? 0))
})

test('an import that launches a property, later, gives its viewings their days from then', async () => {
  const today = londonDay(fixtures.clock.now())
  const content = (launched: string) => `Our ref,Address 1,Postcode,Launched\nL1,1 Later Row,RG30 6AB,${launched}`
  await (await ImportClient.checked(fixtures, { content: content('') })).run()
  await (await ImportClient.checked(fixtures, { content: content(showDate(addDays(today, -90))) })).run()
  const { timeline } = await propertyOf('1 Later Row')
  const viewings = timeline.data.find(({ key }) => key === stepKeys.Viewings)
  expect(viewings).toMatchObject({ state: 'IP', startedOn: addDays(today, -90) })
  expect(viewings?.dueOn).toBe(addDays(today, viewings?.daysToComplete ?? 0))
})
