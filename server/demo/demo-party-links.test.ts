import { londonDay } from '@gya/domain/common/dates.ts'
import { linkParties } from '@gya/domain/features/party-links/party-links.model.ts'
import { linkExpiry } from '@gya/domain/features/party-links/party-links.rules.ts'
import { partySaleOf } from '@gya/domain/features/party-links/party-sale.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/pool.ts'
import { loadProperties } from '../features/properties/read/load-property.ts'
import { hashToken } from '../infra/secrets.ts'
import { demoClock, openDemo } from './testing/open-demo.ts'

let demo: Database
beforeAll(async () => {
  demo = await openDemo()
})
afterAll(() => demo.close())

const today = londonDay(demoClock.now())

test('"Five party links (all three parties, one expired, one revoked), seven proposals: four open, two accepted, one declined"', async () => {
  const links = await demo.db.selectFrom('party_link').select(['party', 'ended_because', 'token_hash']).execute()
  expect(links).toHaveLength(5)
  expect(new Set(links.map(({ party }) => party))).toEqual(new Set(linkParties))
  expect(links.flatMap(({ ended_because }) => ended_because ?? []).toSorted()).toEqual(['expired', 'revoked'])
  expect(links.filter(({ ended_because, token_hash }) => (ended_because === null) !== (token_hash !== null))).toEqual([])
  const proposals = await demo.db.selectFrom('party_proposal').select('state').execute()
  const states = ['open', 'accepted', 'declined'].map((state) => proposals.filter((one) => one.state === state).length)
  expect([proposals.length, ...states]).toEqual([7, 4, 2, 1])
  const items = await demo.db.selectFrom('action_item').select('key').where('kind', '=', 'proposal').execute()
  expect(items).toHaveLength(4)
})

test('links have the hash of the address in their e-mail, each is recorded and audited, and an accepted step is in the sale', async () => {
  const { db } = demo
  const links = await db.selectFrom('party_link').select(['id', 'email', 'token_hash', 'sent_on', 'expires_on']).execute()
  const mails = await db.selectFrom('mail').select('body').where('body', 'like', '%/p#%').execute()
  const hashes = mails.map(({ body }) => hashToken(/\/p#([\w-]{43})/.exec(body)?.[1] ?? '').toString('hex'))
  expect(hashes).toHaveLength(5)
  for (const { token_hash: hash } of links) if (hash) expect(hashes).toContain(hash.toString('hex'))
  for (const { sent_on, expires_on } of links) expect(Date.parse(expires_on)).toBe(Date.parse(linkExpiry(sent_on)))
  const entries = await db.selectFrom('event').select(['kind', 'data']).where('kind', 'like', 'party-%').execute()
  const count = (kind: string) => entries.filter((entry) => entry.kind === kind).length
  expect(['party-link-sent', 'party-link-opened', 'party-link-ended', 'party-proposed'].map(count)).toEqual([5, 5, 2, 7])
  const audit = await db
    .selectFrom('audit')
    .select('kind')
    .where('kind', 'in', ['party-link-sent', 'party-link-revoked'])
    .execute()
  expect(audit.map(({ kind }) => kind).toSorted()).toEqual(['party-link-revoked', ...Array(5).fill('party-link-sent')])
  const proposed = await db
    .selectFrom('party_proposal as o')
    .innerJoin('property_step as s', (join) =>
      join.onRef('s.property_id', '=', 'o.property_id').onRef('s.key', '=', 'o.step_key'),
    )
    .select(['s.state', 's.completed_on', 'o.on_day'])
    .where('o.state', '=', 'accepted')
    .execute()
  expect(proposed).toHaveLength(1)
  expect(proposed[0]).toMatchObject({ state: 'C', completed_on: proposed[0]?.on_day })
})

/** Names, addresses and numbers of everybody in a sale, and its formatted amounts. */
function secretsOf({ owner, buyer, contacts, offers, viewings, mi, chain, documents, saleResets }: PropertyDetail): string[] {
  const { solicitor, mBroker, additionalContacts, buyerDetails } = contacts
  const parties = [solicitor, mBroker, buyerDetails.solicitor, buyerDetails.mBroker].flatMap((party) =>
    party ? [party.contact, ...(party.poc ? [party.poc] : [])] : [],
  )
  const people = [owner, buyer, ...parties, ...additionalContacts, ...buyerDetails.additionalContacts, ...offers, ...viewings]
  const texts = people.flatMap((one) => [
    'fullName' in one ? one.fullName : 'name' in one ? one.name : `${one.firstName} ${one.lastName}`,
    one.email ?? '',
    one.tel ?? '',
  ])
  const linked = chain.items.flatMap(({ personName, propertyName, agent, thisProperty }) => [
    personName,
    thisProperty ? '' : propertyName,
    agent?.name ?? '',
  ])
  const amounts = [mi.agreedPrice, mi.currentAskingPrice, mi.fees.gross, mi.fees.expected, ...offers.map(({ amount }) => amount)]
  const written = amounts.flatMap((pence) =>
    pence === null ? [] : [String(pence), String(pence / 100), (pence / 100).toLocaleString('en-GB')],
  )
  const others = [
    ...documents.map(({ file }) => file.fileName),
    ...saleResets.flatMap(({ note, acceptedOffer }) => [note, acceptedOffer.name]),
  ]
  return [...new Set([...texts, ...linked, ...written, ...others])].filter((text) => text.length >= 4)
}

test('"The answer to a party holds no price, fee, name or number of another person", searched for by value over the whole demo', async () => {
  const rows = await demo.db
    .selectFrom('property_report')
    .select(['company_id', 'property_id'])
    .where('phase', 'in', ['sold', 'exchanged', 'completed'])
    .execute()
  const companyId = rows[0]?.company_id ?? ''
  const ids = rows.map(({ property_id }) => property_id)
  const properties = await loadProperties(demo.db, companyId, ids, today)
  expect(properties.length).toBeGreaterThan(100)
  let searched = 0
  const found: string[] = []
  for (const { detail, timeline, sale, agencyContacts } of properties) {
    // The progressor, and the address of the property itself, are visible.
    const shown = Object.values(agencyContacts.contact).concat(detail.address.line1)
    const secrets = secretsOf(detail).filter((secret) => !shown.includes(secret))
    searched += secrets.length
    for (const party of linkParties) {
      const link = { party, name: 'Reader of this page', endsOn: today, tellMe: false }
      const facts = {
        property: detail,
        timeline,
        sale,
        contact: agencyContacts.contact,
        brandColour: '#1b2b4b',
        link,
        proposals: [],
        today,
      }
      const answer = JSON.stringify(partySaleOf(facts))
      found.push(
        ...secrets
          .filter((secret) => answer.includes(JSON.stringify(secret).slice(1, -1)))
          .map((secret) => `${detail.address.line1}: ${secret}`),
      )
      expect(answer).not.toMatch(/overdue|£|fee\b/i)
    }
  }
  expect(found).toEqual([])
  expect(searched).toBeGreaterThan(1000)
})
