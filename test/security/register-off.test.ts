import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { linkParties } from '@gya/domain/features/party-links/party-links.model.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterCustomer, switchChecks } from '../../server/features/customer-checks/testing/enter-customer.ts'
import { openLink, sell } from '../../server/features/party-links/testing/party-client.ts'
import { type Fixtures, openFixtures, type PropertyPath } from '../support/fixtures.ts'
import { readAddress, reads } from '../support/read-addresses.ts'

/** By value: what a company without the register of customer checks is answered has nothing of it, before it was used and after. */

type Inject = (url: string) => Promise<{ statusCode: number; body: string; headers: Record<string, unknown> }>

let fixtures: Fixtures
let sale: PropertyPath
let readers: Record<string, Inject>
beforeAll(async () => {
  fixtures = await openFixtures()
  sale = await sell(fixtures, '4 Quiet Row')
  await fixtures.database.pool.query(
    `update property_step set state = 'C', completed_on = '2026-03-02' where property_id = $1 and key = $2`,
    [sale.propertyId, stepKeys.PropertyLaunched],
  )
  const ofRole = async (type: 'READER' | 'PROGRESSOR'): Promise<Inject> => {
    const { companyId, branchId } = fixtures.first
    const client = await fixtures.signedIn(
      await fixtures.addUser({ type, email: `${type}@q.example`.toLowerCase(), companyId, branchId }),
    )
    return (url) => client.inject({ method: 'GET', url })
  }
  const named =
    (name: 'company' | 'branch' | 'staff' | 'vendor'): Inject =>
    (url) =>
      fixtures.as(name).inject({ method: 'GET', url })
  const linked = async (party: (typeof linkParties)[number]): Promise<Inject> => {
    const { token } = await openLink(fixtures, sale, party)
    return (url) => fixtures.app.inject({ method: 'GET', url, headers: { authorization: `Link ${token}` } })
  }
  readers = {
    company: named('company'),
    branch: named('branch'),
    staff: named('staff'),
    progressor: await ofRole('PROGRESSOR'),
    reader: await ofRole('READER'),
    vendor: named('vendor'),
  }
  for (const party of linkParties) readers[`link of the ${party}`] = await linked(party)
  // Its forecast is made after the first change.
  await fixtures.as('staff').ok(addNote, { params: sale, body: { message: 'Rang them.' } })
  await fixtures.runJobs()
})
afterAll(() => fixtures.close())

/** The answers that are a text, without the number of the request, by reader and call. */
async function answers(names = Object.keys(readers)): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const name of names)
    for (const { feature, name: call, call: contract } of reads) {
      const answer = await readers[name]?.(readAddress(contract, sale, 'Quiet'))
      if (!answer || !/json|text/.test(String(answer.headers['content-type']))) continue
      found.set(`${name}: ${feature}.${call}`, `${answer.statusCode} ${answer.body.replaceAll(/"requestId":"[^"]*"/g, '')}`)
    }
  await fixtures.database.pool.query('delete from rate_limit')
  return found
}

const words =
  /customer|"checks|identityChecked|"checked|(?:vendor|buyer|funds)Checked|inspector|nominated|checks:(?:vendor|buyer)|fundsFrom/i
const calls = (found: Iterable<readonly [string, string]>, which: (name: string, body: string) => boolean) =>
  [...new Set([...found].flatMap(([name, body]) => (which(name, body) ? [name.replace(/.*: /, '')] : [])))].toSorted()
const naming = (found: Map<string, string>) => calls(found, (_name, body) => words.test(body))

/** What tells of the time in which the register was used, what of it is kept, and versions. */
const afterUse = [
  'archives.listExports',
  'audit.downloadAudit',
  'audit.listAudit',
  'customerChecks.listCustomers',
  'customerChecks.listRegister',
  'events.readHistory',
  'gates.readGateTemplate',
  'propertyRecord.readPropertyRecord',
  'record.readCompanyRecord',
  'saleFile.readSaleFile',
]

/** A number of the attempt, or an id, in each answer. */
const eachTime = ['report.sendReportPdf', 'singleSignOn.openProvider', 'singleSignOn.returnFromProvider']

test('off: no answer to anybody has a word of it; used and switched off again, every answer is as before', async () => {
  // Their forecast and when somebody last looked are written by reading.
  await answers()
  await fixtures.runJobs()
  const never = await answers()
  expect(calls(never, (_name, body) => body.startsWith('200')).length).toBeGreaterThan(80)
  // That all is off is in the settings alone.
  expect(naming(never)).toEqual(['saleFile.readSaleFile'])

  await switchChecks(fixtures.as('company'), fixtures.a)
  await enterCustomer(fixtures.as('company'), sale)
  await fixtures.runJobs()
  const used = naming(await answers(['company', 'vendor']))
  expect(used).toEqual(expect.arrayContaining(['report.readReport', 'signIn.readMe', 'vendorPortal.readPortalProperty']))

  await switchChecks(fixtures.as('company'), fixtures.a, false)
  await fixtures.runJobs()
  const off = await answers()
  const differing = calls(off, (name, body) => never.get(name) !== body)
  expect(differing.filter((name) => !eachTime.includes(name) && !afterUse.includes(name))).toEqual([])
  expect(naming(off).filter((name) => !afterUse.includes(name))).toEqual([])
}, 300_000)
