import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { makeProposal, readPartySale } from '@gya/domain/features/party-links/party.contract.ts'
import { sendPartyLink } from '@gya/domain/features/party-links/party-links.contract.ts'
import type { LinkParty } from '@gya/domain/features/party-links/party-links.model.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { type Fixtures, type PropertyPath, takeOn } from '../../../../test/support/fixtures.ts'
import { addressOf } from '../../../../test/support/test-client.ts'

export type Sale = Wire<typeof readPartySale, 'response'>

/** Creates a property with an accepted offer and a sent memorandum, so that the tracks of the sale are in progress. */
export async function sell(fixtures: Fixtures, line1: string): Promise<PropertyPath> {
  const path = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
  const offer = { name: 'Peregrine Sallow', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
  await fixtures.as('staff').ok(addOffer, { params: path, body: offer })
  await fixtures.as('staff').ok(saveTimeline, { params: path, body: { timeline: [{ key: 30, state: 'C' }] } })
  return path
}

type Input = { params?: object; body?: object; headers?: Record<string, string> }

/** Makes the calls of a party: with its link, without a session. */
export class PartyClient {
  readonly #fixtures: Fixtures
  readonly token: string

  constructor(fixtures: Fixtures, token: string) {
    this.#fixtures = fixtures
    this.token = token
  }

  /** Returns the response without the request id and the time, which differ each time. */
  async call(call: Endpoint, { params, body: payload, headers: sent }: Input = {}) {
    const answer = await this.#fixtures.app.inject({
      method: call.method,
      url: addressOf(call.path, params),
      headers: { authorization: `Link ${this.token}`, ...sent },
      ...(payload === undefined ? {} : { payload }),
    })
    const { 'x-request-id': _id, date: _date, ...headers } = answer.headers
    const { requestId: _request, ...body } = answer.json<Record<string, unknown>>()
    return { status: answer.statusCode, headers, body }
  }

  async ok<E extends Endpoint>(call: E, input: Input = {}): Promise<Wire<E, 'response'>> {
    const { status, body } = await this.call(call, input)
    if (status !== 200) throw new Error(`${call.path} answered ${status}: ${JSON.stringify(body)}`)
    return body as Wire<E, 'response'>
  }

  read = (): Promise<Sale> => this.ok(readPartySale)

  propose = (body: Wire<typeof makeProposal, 'body'>): Promise<Sale> => this.ok(makeProposal, { body })

  async upload(content: Buffer, fileName: string, text = '') {
    const form = new FormData()
    form.append('what', 'document')
    form.append('text', text)
    form.append('file', new Blob([new Uint8Array(content)]), fileName)
    return this.#fixtures.app.inject({
      method: 'POST',
      url: '/api/party/proposal',
      headers: { authorization: `Link ${this.token}` },
      payload: form,
    })
  }
}

export const partyOf = (party: LinkParty, email = `${party}@law.example`) => ({ party, name: 'J. Tolliver', email })

/** Returns the token of the newest e-mail with a link to this address. */
export async function tokenSentTo({ database }: Fixtures, email: string): Promise<string> {
  const { rows } = await database.pool.query<{ body: string }>(
    "select body from mail where $1 = any(recipients) and body like '%/p#%' order by createdon desc, id desc limit 1",
    [email],
  )
  return /\/p#([\w-]{43})\n/.exec(rows[0]?.body ?? '')?.[1] ?? ''
}

/** Sends a link through the API and opens it. */
export async function openLink(
  fixtures: Fixtures,
  params: PropertyPath,
  party: LinkParty,
): Promise<PartyClient & { linkId: string }> {
  const email = `${party}-${params.propertyId.slice(-6)}@law.example`
  const { data } = await fixtures.as('staff').ok(sendPartyLink, { params, body: partyOf(party, email) })
  const client = new PartyClient(fixtures, await tokenSentTo(fixtures, email))
  return Object.assign(client, { linkId: data[0]?._id ?? '' })
}
