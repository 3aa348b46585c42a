import { randomInt } from 'node:crypto'
import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import { saveChain } from '@gya/domain/features/chain/chain.contract.ts'
import { addDocument, emailDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { createProperty, readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import type { z } from 'zod'
import { addressAt, type Person, type TestCompany, waitBeforeRetry } from './test-company.ts'

export type WireProperty = z.input<typeof PropertyDetail>
type Sent = Parameters<Person['send']>[1]

/** The responses that clients received: acknowledged saves and everything else. */
export type Ledger = {
  /** Saves answered with 200. */
  acknowledged: number
  /** Properties saved by a single client, as in the last acknowledged response. */
  homes: Map<string, WireProperty>
  notes: Map<string, string>
  documents: Map<string, { propertyId: string; documentId: string; content: string }>
  /** Accepted offers of the properties saved by all clients, by property. */
  accepted: Map<string, Set<string>>
  mails: number
  /** Refusals by rules, such as an offer that is already accepted, or a stale version. */
  refused: number
  /** Temporary errors by code; broken connections count as BROKEN. */
  unserved: Record<string, number>
  /** Responses that must never occur: another 5xx, a timeout, a lost session, missing data. */
  wrong: string[]
  longestWait: number
}

/** Clients that save continuously through different calls until stopped. */
export type ConcurrentSaves = {
  ledger: Ledger
  /** Resolves after `more` further saves are acknowledged. */
  until(more: number): Promise<void>
  /** Stops all clients after their last response. */
  rest(): Promise<void>
}

const retriableCodes = new Set(['NOT_READY', 'SAVE_UNCERTAIN', 'TOOK_TOO_LONG', 'BROKEN', 'NO_ROOM'])
const unacknowledgedStatuses = new Set([0, 401, 403, 404, 415])

export function startConcurrentSaves(company: TestCompany): ConcurrentSaves {
  const ledger: Ledger = {
    acknowledged: 0,
    homes: new Map(),
    notes: new Map(),
    documents: new Map(),
    accepted: new Map(),
    mails: 0,
    refused: 0,
    unserved: {},
    wrong: [],
    longestWait: 0,
  }
  const common: SharedProperty = { home: null }
  let resting = false
  const waiting = new Set<() => void>()
  const notify = () => {
    for (const look of waiting) look()
  }
  const clients = company.people.map(async (person, number) => {
    const client = clientOf({ company, person, number, ledger, common, notify })
    try {
      while (!resting) await client()
    } catch (error) {
      // For example, a saved record is missing.
      ledger.wrong.push(String(error))
      notify()
    }
  })
  return {
    ledger,
    until: (more) => {
      const enough = ledger.acknowledged + more
      return new Promise((resolve) => {
        const look = () => {
          if (ledger.acknowledged < enough && ledger.wrong.length === 0) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      })
    },
    rest: async () => {
      resting = true
      await Promise.all(clients)
    },
  }
}

/** The property that all clients save; a client that finds its sale agreed takes on the next one. */
type SharedProperty = { home: Promise<WireProperty> | null }
type SaveClient = {
  company: TestCompany
  person: Person
  number: number
  ledger: Ledger
  common: SharedProperty
  notify: () => void
}

/** Returns a function that makes one save, or finds out the outcome of an unanswered one. */
function clientOf(client: SaveClient): () => Promise<void> {
  const { company, person, number, ledger, common, notify } = client
  const own: WireProperty[] = []
  let turn = 0

  /** Sends a save; returns the response if acknowledged, else null. */
  const save = async <E extends Endpoint>(call: E, sent: Sent): Promise<Wire<E, 'response'> | null> => {
    const { status, code, body, waited } = await person.send(call, sent)
    ledger.longestWait = Math.max(ledger.longestWait, waited)
    if (status === 200) {
      ledger.acknowledged += 1
      notify()
      return body
    }
    if (retriableCodes.has(code)) {
      ledger.unserved[code] = (ledger.unserved[code] ?? 0) + 1
      await waitBeforeRetry()
    } else if (status >= 500 || unacknowledgedStatuses.has(status)) {
      ledger.wrong.push(`${call.method} ${call.path}: ${status} ${JSON.stringify(body).slice(0, 200)}`)
      notify()
    } else ledger.refused += 1
    return null
  }

  const keep = (index: number, home: WireProperty): void => {
    own[index] = home
    ledger.homes.set(home._id, home)
  }

  /** Saves an own property; if not acknowledged, the stored state becomes the reference. */
  const saveOwn = async (index: number, call: Endpoint, sent: Sent): Promise<WireProperty | null> => {
    const before = own[index] as WireProperty
    const answer = (await save(call, sent)) as (WireProperty & { changes?: unknown }) | null
    if (answer) {
      const { changes: _changes, ...home } = answer
      keep(index, home)
      return home
    }
    const read = await person.sure(readProperty, { params: placeOf(before) })
    if (read.version < before.version || read.version > before.version + 1)
      ledger.wrong.push(`version ${before.version} was acknowledged and ${read.version} is there`)
    keep(index, read)
    return null
  }

  const placeOf = (home: WireProperty) => ({ ...company.branch, propertyId: home._id })
  const word = () => `${number}-${turn}`

  const takeOn = async (line1: string) =>
    save(createProperty, { params: company.branch, body: { address: addressAt(line1), owner: { _id: company.vendorId } } })

  const offer = () => ({ name: `Buyer ${word()}`, amount: 200_000 + turn, cashBuy: false, chain: false })

  const deeds: ((index: number, home: WireProperty) => Promise<unknown>)[] = [
    async () => {
      const home = await takeOn(`${turn} Storm Street, ${number}`)
      if (home) keep(own.length, home)
    },
    (index, { _id, version }) =>
      saveOwn(index, updateProperty, {
        params: company.branch,
        body: { _id, version, bedrooms: turn % 9, address: { ...addressAt(`${turn} Edited Street`), line2: word() } },
      }),
    (index, home) => saveOwn(index, addOffer, { params: placeOf(home), body: offer() }),
    (index, home) => {
      const pending = home.offers.find(({ state }) => state === 'P')
      const hasBuyer = home.offers.some(({ state }) => state === 'A')
      if (!pending || hasBuyer) return saveOwn(index, addOffer, { params: placeOf(home), body: offer() })
      return saveOwn(index, updateOffer, { params: placeOf(home), body: { _id: pending._id, state: 'A' } })
    },
    (index, home) => {
      const steps = home.timeline.data
      const next = steps.find(({ state, type }) => state === 'IP' && type !== 'S') ?? steps.find(({ state }) => state === 'NS')
      const step = { key: next?.key ?? 1, state: next?.state === 'IP' ? 'C' : 'IP' }
      return saveOwn(index, saveTimeline, { params: placeOf(home), body: { timeline: [step], version: home.version } })
    },
    (index, home) => {
      const [first] = home.chain.items
      const items = [{ ...(first ? { _id: first._id } : {}), thisProperty: true, note: word() }]
      return saveOwn(index, saveChain, { params: placeOf(home), body: { items } })
    },
    async (_index, home) => {
      const message = `Note ${word()}`
      if (await save(addNote, { params: placeOf(home), body: { message } })) ledger.notes.set(message, home._id)
    },
    async (index, home) => {
      const note = `Document ${word()}`
      const content = `${note}\n`.repeat(1 + randomInt(2_000))
      const saved = await saveOwn(index, addDocument, {
        params: placeOf(home),
        body: { note },
        file: { name: `${word()}.txt`, content },
      })
      const document = saved?.documents.find((one) => one.note === note)
      if (saved && !document) ledger.wrong.push(`${note} was acknowledged and is not in its answer`)
      if (document) ledger.documents.set(note, { propertyId: home._id, documentId: document._id, content })
    },
    async (_index, home) => {
      const [document] = home.documents
      const body = { to: ['solicitor@people.example'], subject: word(), message: 'As agreed.' }
      if (document && (await save(emailDocument, { params: { ...placeOf(home), documentId: document._id }, body })))
        ledger.mails += 1
    },
    () => acceptInCommon(),
  ]

  /** Two steps for which all clients race: an offer on the same property, and its acceptance. */
  async function acceptInCommon(): Promise<void> {
    common.home ??= sureHome()
    const home = await common.home
    const added = await save(addOffer, { params: placeOf(home), body: offer() })
    if (!added) return
    const mine = added.offers.find(({ name }) => name === offer().name)
    const accepted = await save(updateOffer, { params: placeOf(home), body: { _id: mine?._id ?? '', state: 'A' } })
    if (accepted) ledger.accepted.set(home._id, (ledger.accepted.get(home._id) ?? new Set()).add(mine?._id ?? ''))
    common.home = null
  }

  async function sureHome(): Promise<WireProperty> {
    for (;;) {
      const home = await takeOn(`${turn} Common Street, ${number}`)
      if (home) return home
    }
  }

  return async () => {
    turn += 1
    // Few properties per client, because large ones are slow to read.
    const deed = own.length === 0 || (own.length < 6 && turn % 12 === 0) ? 0 : 1 + randomInt(deeds.length - 1)
    const index = randomInt(Math.max(own.length, 1))
    await deeds[deed]?.(index, own[index] as WireProperty)
  }
}
