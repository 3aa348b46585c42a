import { deleteOwnAccount } from '@gya/domain/features/account/account.contract.ts'
import { createApiKey, listApiKeys } from '@gya/domain/features/api-keys/api-keys.contract.ts'
import { makeFeed } from '@gya/domain/features/calendar-feeds/calendar-feeds.contract.ts'
import { deleteProperty, restoreProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { assignProgressor } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { countSalesOfMember, deactivateMember, reactivateMember } from '@gya/domain/features/members/member-lifecycle.contract.ts'
import {
  deleteCompanyMember,
  removeBranchMember,
  updateBranchMember,
  updateCompanyAdministrator,
} from '@gya/domain/features/members/members.contract.ts'
import { readMemo } from '@gya/domain/features/memo/memo.contract.ts'
import { erasePerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { createProperty, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { readOpenProperties } from '@gya/domain/features/public-api/public-api.contract.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { createArea, updateArea } from '@gya/domain/features/roles/areas.contract.ts'
import { assignRole } from '@gya/domain/features/roles/roles.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { createWebhook, listWebhooks } from '@gya/domain/features/webhooks/webhooks.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures, testAddress } from '../../../test/support/fixtures.ts'
import { keyClient } from '../../../test/support/key-client.ts'
import { readMigrations } from '../../db/schema-files.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const company = () => fixtures.as('company')
let people = 0
type Type = 'COMPANY_ADMIN' | 'AREA_MANAGER' | 'BRANCH_STAFF'
async function somebody(type: Type = 'BRANCH_STAFF') {
  people += 1
  const email = `leaver-${people}@people.example`
  const branchId = type === 'BRANCH_STAFF' ? fixtures.first.branchId : undefined
  const userId = await fixtures.addUser({ type, email, companyId: fixtures.a.companyId, branchId })
  return { userId, params: { ...fixtures.a, userId } }
}
const takeOn = async (branchId: string, staff: string, n: number) => {
  const owner = { firstName: 'Odo', lastName: 'Seller', email: `seller-${people}-${n}@sellers.example` }
  const params = { ...fixtures.a, branchId }
  const { _id: propertyId } = await company().ok(createProperty, {
    params,
    body: { address: testAddress(`${n} Leaver Lane`), owner },
  })
  await company().ok(saveContacts, { params: { ...params, propertyId }, body: { bStaff: staff } })
  return { ...params, propertyId }
}

describe('Keys, webhooks and calendar feeds of somebody who leaves', () => {
  const withConnections = async () => {
    const { userId, params } = await somebody('COMPANY_ADMIN')
    const client = await fixtures.signedIn(userId)
    const { secret, _id: keyId } = await client.ok(createApiKey, {
      params: fixtures.a,
      body: { name: `Website ${people}`, scopes: ['property:read'], branchIds: null, expiresInDays: 365 },
    })
    const url = `https://hooks.systems.example/${people}`
    const { _id: webhookId } = await client.ok(createWebhook, { params: fixtures.a, body: { url, kinds: ['offer.added'] } })
    await client.ok(makeFeed, { body: { name: 'Phone', kinds: ['completion'], mine: true, branchIds: null } })
    const read = async () => (await keyClient(fixtures, secret).call(readOpenProperties, { params: fixtures.a })).status
    const webhook = async () =>
      (await company().ok(listWebhooks, { params: fixtures.a })).data.find(({ _id }) => _id === webhookId)?.state
    expect([await read(), await webhook()]).toEqual([200, 'on'])
    const feeds = async () => {
      const { rows } = await fixtures.database.pool.query(
        'select id from calendar_feed where user_id = $1 and revoked_on is null',
        [userId],
      )
      return rows.length
    }
    return { userId, params, keyId, url, read, webhook, feeds }
  }

  test('are named before', async () => {
    const { params, keyId, url } = await withConnections()
    expect(await company().ok(countSalesOfMember, { params })).toMatchObject({
      keys: [{ _id: keyId, name: expect.stringContaining('Website') }],
      webhooks: [{ url }],
      feeds: [{ name: 'Phone' }],
    })
  })

  test.each([
    ['deactivated', (params: { companyId: string; userId: string }) => company().ok(deactivateMember, { params })],
    ['deleted', (params: { companyId: string; userId: string }) => company().ok(deleteCompanyMember, { params })],
    [
      'gone by themselves',
      async ({ userId }: { companyId: string; userId: string }) =>
        (await fixtures.signedIn(userId)).ok(deleteOwnAccount, { body: {} }),
    ],
    [
      'erased',
      async ({ userId, companyId }: { companyId: string; userId: string }) => {
        await fixtures.database.pool.query(`update mail set state = 'sent', sent_on = createdon`)
        const account = 'select email from app_user where id = $1'
        const { rows } = await fixtures.database.pool.query<{ email: string }>(account, [userId])
        return company().ok(erasePerson, { params: { companyId }, body: { emails: [rows[0]?.email ?? ''] } })
      },
    ],
  ])('end when their maker is %s', async (_how, leave) => {
    const { params, keyId, read, webhook, feeds } = await withConnections()
    await leave(params)
    expect([await read(), await webhook(), await feeds()]).toEqual([401, 'off', 0])
    const audited = await auditEntries(fixtures.database, 'api-key-revoked', 'webhook-switched', 'feed-ended')
    expect(
      audited
        .slice(-3)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['api-key-revoked', 'feed-ended', 'webhook-switched'])
    expect(audited.find(({ data }) => data.apiKeyId === keyId)).toBeDefined()
  })

  type Maker = { companyId: string; userId: string }
  test.each([
    [
      'as a user of the company',
      (params: Maker) =>
        company().ok(updateCompanyAdministrator, { params, body: { type: 'READER', branchIds: [fixtures.first.branchId] } }),
    ],
    [
      'as a member of a branch',
      ({ userId }: Maker) =>
        company().ok(updateBranchMember, {
          params: { branchId: fixtures.first.branchId, userId },
          body: { type: 'BRANCH_ADMIN' },
        }),
    ],
    ['by their role', (params: Maker) => company().ok(assignRole, { params, body: { type: 'AREA_MANAGER', allBranches: true } })],
  ])('keys and webhooks end when their maker is demoted %s; feeds stay', async (_how, demote) => {
    const { params, keyId, read, webhook, feeds } = await withConnections()
    await company().ok(updateCompanyAdministrator, { params, body: { type: 'COMPANY_ADMIN', firstName: 'Renamed' } })
    expect([await read(), await webhook(), await feeds()]).toEqual([200, 'on', 1])
    await demote(params)
    expect([await read(), await webhook(), await feeds()]).toEqual([401, 'off', 1])
    const audited = await auditEntries(fixtures.database, 'api-key-revoked', 'webhook-switched', 'feed-ended')
    expect(
      audited
        .slice(-2)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['api-key-revoked', 'webhook-switched'])
    expect(audited.find(({ data }) => data.apiKeyId === keyId)).toBeDefined()
  })

  test('a key works only while its maker may make keys, whichever way they lost it', async () => {
    const { userId, read, webhook } = await withConnections()
    await fixtures.database.pool.query(`update app_user set type = 'BRANCH_STAFF' where id = $1`, [userId])
    expect([await read(), await webhook()]).toEqual([401, 'on'])
    const migration = (await readMigrations()).find(({ name }) => name === '0470-keys-of-former-administrators.sql')
    await fixtures.database.pool.query(`begin; ${migration?.text}; commit`)
    expect([await read(), await webhook()]).toEqual([401, 'off'])
    const { rows } = await fixtures.database.pool.query(
      `select kind, data from event where via = 'job' order by kind desc limit 2`,
    )
    expect(rows).toMatchObject([
      { kind: 'webhook-switched', data: { host: 'hooks.systems.example', to: 'off' } },
      { kind: 'api-key-revoked', data: { name: expect.stringContaining('Website') } },
    ])
  })

  test('keys and webhooks are handed over to the administrator who asks for it; feeds end', async () => {
    const { params, keyId, read, webhook } = await withConnections()
    await company().ok(deleteCompanyMember, { params, query: { connections: 'hand-over' } })
    expect([await read(), await webhook()]).toEqual([200, 'on'])
    const { data } = await company().ok(listApiKeys, { params: fixtures.a })
    expect(data.find(({ _id }) => _id === keyId)?.createdBy).toBe('company people')
  })
})

describe('Sales in a branch that their progressor no longer reaches', () => {
  test.each([
    [
      'removed from the branch',
      (userId: string, branchId: string) => company().ok(removeBranchMember, { params: { branchId, userId } }),
    ],
    [
      'moved to another branch',
      (userId: string) =>
        company().ok(updateCompanyAdministrator, {
          params: { ...fixtures.a, userId },
          body: { branchIds: [fixtures.second.branchId] },
        }),
    ],
    [
      'given a role that does not progress sales',
      (userId: string) => company().ok(assignRole, { params: { ...fixtures.a, userId }, body: { type: 'READER' } }),
    ],
  ])('somebody who is %s keeps no sale there', async (_how, leave) => {
    const { userId } = await somebody()
    const { branchId } = fixtures.first
    const sale = await takeOn(branchId, userId, 8)
    await leave(userId, branchId)
    expect(await company().ok(readProperty, { params: sale })).toMatchObject({ contacts: { bStaff: null } })
    const { paging } = await company().ok(readReport, { params: fixtures.a, query: { bStaffIds: userId } })
    expect(paging.count).toBe(0)
  })

  test('an area manager keeps no sale of a branch that leaves the area, and an undo does not give it back', async () => {
    const { userId } = await somebody('AREA_MANAGER')
    const { branchId } = fixtures.first
    const body = { name: `Area ${people}`, branchIds: [branchId] }
    const area = await company().ok(createArea, { params: fixtures.a, body })
    await company().ok(assignRole, { params: { ...fixtures.a, userId }, body: { areaIds: [area._id] } })
    const sale = await takeOn(branchId, userId, 9)
    const { undoId } = await company().ok(assignProgressor, { params: sale, body: { bStaff: fixtures.idOf.staff } })
    await company().ok(assignProgressor, { params: sale, body: { bStaff: userId } })
    await company().ok(updateArea, { params: { ...fixtures.a, areaId: area._id }, body: { branchIds: [] } })
    expect(await company().ok(readProperty, { params: sale })).toMatchObject({ contacts: { bStaff: null } })
    await company().ok(assignProgressor, { params: sale, body: { bStaff: fixtures.idOf.staff } })
    expect(await company().refusal(undoChange, { params: { ...fixtures.a, undoId: undoId ?? '' }, body: {} })).toMatchObject({
      code: 'UNDO_OVERTAKEN',
      message: expect.stringContaining('can no longer be the sales progressor at'),
    })
    expect(await company().ok(readProperty, { params: sale })).toMatchObject({
      contacts: { bStaff: { _id: fixtures.idOf.staff } },
    })
  })

  test('a restored sale, and a reactivated colleague, keep it only if it is in reach; until then they are named as having left', async () => {
    const { userId } = await somebody()
    const { branchId } = fixtures.first
    const deleted = await takeOn(branchId, userId, 11)
    await company().ok(deleteProperty, { params: deleted })
    await company().ok(removeBranchMember, { params: { branchId, userId } })
    const { companyId, propertyId: deletedPropertyId } = deleted
    await fixtures.as('platform').ok(restoreProperty, { params: { companyId, deletedPropertyId } })
    expect(await company().ok(readProperty, { params: deleted })).toMatchObject({ contacts: { bStaff: null } })

    const away = await somebody()
    const sale = await takeOn(branchId, away.userId, 12)
    await company().ok(deactivateMember, { params: away.params })
    expect(await company().ok(readProperty, { params: sale })).toMatchObject({ contacts: { bStaff: { left: true } } })
    expect((await company().ok(readMemo, { params: sale })).agent).toBe('')
    const { data } = await company().ok(readReport, { params: fixtures.a, query: { bStaffIds: away.userId } })
    expect(data).toMatchObject([{ bStaff: { _id: away.userId, name: expect.stringMatching(/ \(left\)$/) } }])
    await company().ok(removeBranchMember, { params: { branchId, userId: away.userId } })
    expect(await company().ok(readProperty, { params: sale })).toMatchObject({ contacts: { bStaff: { _id: away.userId } } })
    await company().ok(reactivateMember, { params: away.params })
    expect(await company().ok(readProperty, { params: sale })).toMatchObject({ contacts: { bStaff: null } })
  })
})
