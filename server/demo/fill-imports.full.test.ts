import { listImportRows, listImports } from '@gya/domain/features/imports/imports.contract.ts'
import { expect, test } from 'vitest'
import { openFixtures } from '../../test/support/fixtures.ts'
import { fillDemoImports } from './fill-imports.ts'

test('fillDemoImports: one done, one undone, one checked with all six decisions; a second start adds nothing', async () => {
  const fixtures = await openFixtures()
  try {
    await fixtures.addUser({ type: 'COMPANY_ADMIN', companyId: fixtures.a.companyId, email: 'company@demo.example' })
    const context = { database: fixtures.database, clock: fixtures.clock, files: fixtures.app.gya.files }
    await fillDemoImports(context)
    await fillDemoImports(context)
    const { data } = await fixtures.as('company').ok(listImports, { params: fixtures.a })
    const byName = new Map(data.map((one) => [one.name, one]))
    expect(data).toHaveLength(3)
    const done = byName.get('Larkmead, from the old system')
    expect(done).toMatchObject({ state: 'done', counts: { written: 42, error: 3, heldBack: 0, leftOut: 0 } })
    expect(done?.undoUntil).not.toBeNull()
    expect(byName.get('Brokers of Larkmead')).toMatchObject({ state: 'undone', counts: { written: 2, undone: 2, kept: 0 } })
    const waiting = byName.get('Larkmead in November')
    expect(waiting).toMatchObject({
      state: 'checked',
      counts: { error: 1, duplicate: 1, update: 1, create: 1, same: 1, skip: 1 },
    })
    const params = { ...fixtures.a, importId: waiting?._id ?? '' }
    const { data: rows } = await fixtures.as('company').ok(listImportRows, { params, query: { decision: 'update' } })
    expect(rows[0]?.plan).toMatchObject([{ field: 'email', to: 'reception@tolliver.example' }])
  } finally {
    await fixtures.close()
  }
})
