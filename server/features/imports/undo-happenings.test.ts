import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import { readWeek } from '@gya/domain/features/week/week.contract.ts'
import { weekFlows } from '@gya/domain/features/week/week.model.ts'
import { expect, test } from 'vitest'
import { openFixtures } from '../../../test/support/fixtures.ts'
import { ImportClient } from './testing/import-client.ts'

test('what an undone import said has happened counts in no week any more; what another import said still does', async () => {
  const fixtures = await openFixtures()
  const today = showDate(londonDay(fixtures.clock.now()))
  const flows = async (): Promise<Record<string, number>> => {
    const { rows } = await fixtures.as('company').ok(readWeek, { params: fixtures.a, query: {} })
    const counted = rows.filter(({ metric }) => (weekFlows as readonly string[]).includes(metric))
    return Object.fromEntries(counted.map(({ metric, values }) => [metric, values[0] ?? 0]))
  }
  const run = async (...files: { name: string; content: string }[]) => {
    const client = await ImportClient.checked(fixtures, ...files)
    expect((await client.run()).counts).toMatchObject({ leftOut: 0, heldBack: 0 })
    return client
  }
  const homes = (...rows: string[]) => ({
    name: 'homes.csv',
    content: ['Our ref,Address 1,Postcode,Status,Taken on,Launched,Withdrawn on', ...rows].join('\n'),
  })
  const sales = (...rows: string[]) => ({
    name: 'sales.csv',
    content: ['Our ref,Buyer,Agreed price,Accepted on,Exchanged,Completed,Completion date,Fell through on', ...rows].join('\n'),
  })
  await run(
    homes(...[1, 2, 3, 4, 5].map((n) => `UH${n},${n} Undone Row,RG30 6AA,Available,01/02/2025,01/02/2025,`)),
    sales('UH1,Ann,250000,01/03/2025,,,,', `UH5,Eve,250000,${today},,,,`),
  )
  const before = await flows()
  const client = await run(
    homes(
      `UH3,3 Undone Row,RG30 6AA,Withdrawn,01/02/2025,01/02/2025,${today}`,
      `UH6,6 Undone Row,RG30 6AA,Available,${today},${today},`,
    ),
    sales(
      `UH1,Ann,250000,01/03/2025,${today},${today},${today},`,
      `UH2,Bea,250000,${today},,,,`,
      `UH4,Dan,250000,01/03/2025,,,,${today}`,
    ),
    { name: 'viewings.csv', content: `Property ref,Name,Day\nUH2,Bea,${today}` },
  )
  const counted = await flows()
  expect(Object.keys(before).filter((metric) => before[metric] !== counted[metric])).toEqual(
    expect.arrayContaining(['takeOn', 'salesAgreed', 'exchanged', 'completed']),
  )
  expect((await client.undo()).counts).toMatchObject({ undone: 6, kept: 0 })
  expect(await flows()).toEqual(before)
  await fixtures.close()
})
