import type { Wire } from '@gya/domain/endpoint.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { listConversations } from '@gya/domain/features/conversations/conversations.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import {
  fileMailIn,
  listMailIn,
  readMailAddress,
  readMailIn,
  saveMailAddress,
} from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { sendMessages } from '@gya/domain/features/messages/messages.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { expect } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../../test/support/fixtures.ts'
import { openMailReceiver } from '../../../../test/support/mail-receiver.ts'
import { startMailReceiver } from '../receive/mail-receiver.ts'
import { MailSender, zoneOf } from './mail-sender.ts'

export const mailIn = {
  domain: 'in.gya.example',
  port: 0,
  host: '127.0.0.1',
  relays: ['127.0.0.0/8'],
  takesBounces: true,
}
export const branchAddress = 'alder-first@in.gya.example'
export const calliope = 'Calliope Primrose <calliope@nettlefold.example>'
export type Mail = Parameters<MailSender['send']>[0]
export type MailFixtures = Awaited<ReturnType<typeof openMailFixtures>>
type Options = NonNullable<Parameters<typeof openFixtures>[0]>

/** A company whose branches receive e-mail by a real receiver, a solicitor, and an SMTP client that signs. */
export async function openMailFixtures(options: Options = {}) {
  const outgoing = await openMailReceiver()
  const fixtures: Fixtures = await openFixtures({
    ...options,
    config: { mailIn, smtpUrl: outgoing.url, ...options.config },
    dns: zoneOf('nettlefold.example', 'people.example', 'mail-box.example'),
  })
  const logged: Record<string, unknown>[] = []
  const receiver = await startMailReceiver({ ...fixtures, log: (line) => logged.push(line) })
  if (!receiver) throw new Error('The domain is set.')
  const sender = new MailSender(() => receiver.port)
  const contact = await fixtures.as('staff').ok(createContact, {
    params: fixtures.a,
    body: {
      name: 'Nettlefold Conveyancing',
      email: 'office@nettlefold.example',
      tel: '0118 496 0200',
      type: 'solicitor',
      pocs: [{ name: 'Calliope Primrose', email: 'calliope@nettlefold.example', tel: '0118 496 0201', note: '' }],
    },
  })
  const solicitor = { firm: contact._id, poc: contact.pocs[0]?._id ?? '' }
  const switchOn = async ({ companyId, branchId }: PropertyPath, name: string, as: FixtureUser) => {
    const params = { companyId, branchId }
    const { version } = await fixtures.as(as).ok(readMailAddress, { params })
    return fixtures.as(as).ok(saveMailAddress, { params, body: { name, on: true, version } })
  }
  await switchOn(fixtures.first, 'alder-first', 'branch')
  await switchOn(fixtures.second, 'alder-second', 'secondBranch')
  await switchOn(fixtures.other, 'birch-other', 'otherBranch')

  const at = (mailInId: string) => ({ ...fixtures.a, mailInId })
  const read = (id: string, as: FixtureUser = 'staff', query: Wire<typeof readMailIn, 'query'> = {}) =>
    fixtures.as(as).ok(readMailIn, { params: at(id), query })
  return {
    fixtures,
    outgoing,
    receiver,
    sender,
    logged,
    solicitor,
    at,
    read,
    async makeSale(line1: string): Promise<PropertyPath> {
      const place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
      const offer = { name: 'Bea Buyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
      await fixtures.as('staff').ok(addOffer, { params: place, body: offer })
      const acting = { contact: solicitor.firm, poc: solicitor.poc }
      await fixtures.as('staff').ok(saveContacts, { params: place, body: { buyerDetails: { solicitor: acting } } })
      return place
    },
    /** Sends an e-mail, runs the jobs, and returns its id. */
    async receive(mail: Mail): Promise<string> {
      const answer = await sender.send({ from: calliope, to: branchAddress, date: new Date(fixtures.clock.now()), ...mail })
      const [, id = ''] = /^250 2\.0\.0 Accepted ([0-9a-f-]{36})$/.exec(answer) ?? []
      expect([answer, id]).toEqual([answer, expect.stringMatching(/^[0-9a-f-]{36}$/)])
      await fixtures.runJobs()
      return id
    },
    async inbox(as: FixtureUser = 'staff', query: Wire<typeof listMailIn, 'query'> = {}) {
      return (await fixtures.as(as).ok(listMailIn, { params: fixtures.a, query: { itemsPerPage: '100', ...query } })).data
    },
    async file(id: string, ...places: PropertyPath[]) {
      const propertyIds = places.map(({ propertyId }) => propertyId)
      return fixtures.as('staff').ok(fileMailIn, { params: at(id), body: { propertyIds, version: (await read(id)).version } })
    },
    undo: (undoId: string) => fixtures.as('staff').ok(undoChange, { params: { ...fixtures.a, undoId }, body: {} }),
    async conversations({ propertyId }: PropertyPath) {
      return (await fixtures.as('staff').ok(listConversations, { params: fixtures.a, query: { propertyId } })).data
    },
    async kinds(place: PropertyPath) {
      const { data } = await fixtures.as('staff').ok(readHistory, { params: place, query: { group: 'chasing' } })
      return data.map(({ kind }) => kind)
    },
    /** Writes to the solicitor about the sales; returns the message as it was received. */
    async write(...places: PropertyPath[]) {
      const to = [{ partyRef: `poc:${solicitor.poc}`, propertyIds: places.map(({ propertyId }) => propertyId) }]
      await fixtures
        .as('staff')
        .ok(sendMessages, { params: fixtures.a, body: { to, subject: 'Searches', body: 'Are they back?' } })
      fixtures.clock.advance({ minutes: 1 })
      await fixtures.runJobs()
      const [message] = outgoing.received
      if (!message) throw new Error('The message was sent.')
      return { message, replyTo: message.replyTo?.[0]?.address ?? '' }
    },
    async close() {
      await receiver.stop()
      await fixtures.close()
      await outgoing.close()
    },
  }
}
