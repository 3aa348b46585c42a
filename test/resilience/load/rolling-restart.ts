import { setTimeout } from 'node:timers/promises'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { createProperty } from '@gya/domain/features/properties/properties.contract.ts'
import type { Database } from '../../../server/db/pool.ts'
import { httpsClient } from '../../support/nginx.ts'
import { addressOf } from '../../support/test-client.ts'
import type { Outcome, Trial } from '../../support/trial.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { addressAt, type ChangeWatcher, type Office, openOffice, watchChangesAs } from './office.ts'
import { expectAnswer, type Ledger, newLedger, sha256, simulateWorkday } from './workday.ts'

const size = {
  short: { processes: 2, rounds: 1, workers: 2, onlookers: 1 },
  long: { processes: 3, rounds: 5, workers: 12, onlookers: 4 },
}
/** Within which the outbox must be empty, and an open screen must receive a change. */
const timeouts = { mail: 60_000, change: 10_000 }

/**
 * nginx may open a connection while a process stops listening, and must not repeat a POST. That request was not processed and
 * is refused with 503: once in 15 restarts on an overloaded machine.
 */
const logEvery = 1000

type Restarts = { times: number; inBadOrder: number; longestLeave: number }

/**
 * Processes behind nginx are restarted one after the other while users work: every request is answered, every acknowledged save
 * is stored.
 */
export const rollingRestart: Trial = {
  name: 'rolling restart behind nginx',
  run: async ({ length, print }) => {
    const { processes, rounds, workers, onlookers } = size[length]
    const service = await startCluster(processes)
    try {
      const office = await openOffice(service, workers)
      const watching = office.workers.slice(0, onlookers).map((worker) => watchChangesAs(service.nginx, worker))
      const ledger = newLedger()
      const started = performance.now()
      let isOver = false
      const days = office.workers.map((worker) => simulateWorkday(service.nginx, { office, worker, ledger }, () => isOver))
      const restarts = await restartAll(service, processes * rounds, (line) =>
        print(`${line}, ${ledger.answered} calls answered`),
      )
      isOver = true
      await Promise.all(days)
      const seconds = (performance.now() - started) / 1000
      const unheard = await countMissedChanges(service, office, ledger, watching)
      await Promise.all(watching.map((onlooker) => onlooker.close()))
      const lost = await countLosses(service, office, ledger)
      for (const wrong of [...ledger.unanswered, ...ledger.toldToTryAgain, ...ledger.sessionsLost].slice(0, 5)) print(wrong)
      for (const line of (await service.nginx.errorLog()).filter((one) => !one.includes('(111: ')).slice(0, 5)) print(line)
      return {
        tried: triedOf(ledger, restarts, watching),
        lost: {
          ...lost,
          'processes that did not end in good order': restarts.inBadOrder,
          'open screens that no longer hear of changes': unheard,
        },
        figures: {
          'calls a second': (ledger.answered / seconds).toFixed(0),
          'longest wait': `${(ledger.longest / 1000).toFixed(2)} s`,
          'longest time to leave': `${(restarts.longestLeave / 1000).toFixed(1)} s`,
          'told to try again': String(ledger.toldToTryAgain.length),
          'uploads that the store had no time for': String(ledger.storeAway),
          uploaded: `${(ledger.documentBytes / 1e6).toFixed(1)} MB`,
        },
      }
    } finally {
      await service.stop()
    }
  },
}

async function restartAll(service: Cluster, times: number, print: (line: string) => void): Promise<Restarts> {
  const restarts = { times, inBadOrder: 0, longestLeave: 0 }
  for (let time = 0; time < times; time += 1) {
    const { code, leftAfterMs } = await service.restart(time % service.ports.length)
    if (code !== 0) restarts.inBadOrder += 1
    restarts.longestLeave = Math.max(restarts.longestLeave, leftAfterMs)
    print(`restarted ${time + 1} of ${times}`)
  }
  return restarts
}

const triedOf = (ledger: Ledger, { times }: Restarts, watching: ChangeWatcher[]): Outcome['tried'] => ({
  restarts: times,
  'calls answered': ledger.answered,
  notes: ledger.notes.size,
  offers: ledger.offers.size,
  documents: ledger.documents.size,
  messages: ledger.messages.size,
  'sign-ins': ledger.signIns,
  'streams that came back': watching.reduce((sum, onlooker) => sum + onlooker.opened() - 1, 0),
})

/** Counts open screens that miss a change made now. */
async function countMissedChanges(service: Cluster, office: Office, ledger: Ledger, watching: ChangeWatcher[]): Promise<number> {
  const [worker] = office.workers
  const client = httpsClient(service.nginx)
  const headers = { authorization: `Bearer ${worker?.token}`, 'content-type': 'application/json' }
  const post = async (path: string, body: object) =>
    (await expectAnswer({ ledger, client }, { method: 'POST', path, headers, body: JSON.stringify(body) }))?.text ?? '{}'
  const body = { address: addressAt('Last Street'), owner: { _id: office.vendorId } }
  const { _id: propertyId } = JSON.parse(await post(addressOf(createProperty.path, office.branch), body)) as { _id: string }
  const path = addressOf(addNote.path, { ...office.branch, propertyId })
  const heard = await Promise.all(
    watching.map((onlooker) => onlooker.hears(() => post(path, { message: 'Is anybody there?' }), timeouts.change)),
  )
  client.close()
  return heard.filter((one) => !one).length
}

async function countLosses(service: Cluster, office: Office, ledger: Ledger): Promise<Outcome['lost']> {
  const { database, mail } = service
  await waitForOutbox(database)
  const wrongDocuments = await countWrongDocuments(service, office, ledger)
  const texts = mail.received.map(({ text }) => text ?? '')
  const copies = [...ledger.messages].map((word) => texts.filter((text) => text.includes(word)).length)
  const count = async (sql: string) => (await database.pool.query<{ count: number }>(sql)).rows[0]?.count ?? 0
  const differing = async (kept: Set<string>, column: string, table: string, like: string) => {
    const { rows } = await database.pool.query<{ text: string }>(
      `select ${column} as text from ${table} where ${column} like $1`,
      [like],
    )
    const there = rows.map(({ text }) => text)
    const acknowledged = there.filter((text, at) => kept.has(text) && there.indexOf(text) === at)
    return { gone: kept.size - acknowledged.length, more: there.length - acknowledged.length }
  }
  const notes = await differing(ledger.notes, 'message', 'note', 'Note %')
  const offers = await differing(ledger.offers, 'name', 'offer', 'Buyer %')
  return {
    'notes answered and gone': notes.gone,
    'offers answered and gone': offers.gone,
    'notes and offers refused and done all the same, or done twice': notes.more + offers.more,
    'documents that differ': wrongDocuments,
    'files in the store that nothing refers to': await count('select count(*) from loose_file where not discarded'),
    'messages that were not sent':
      copies.filter((times) => times === 0).length + (await count(`select count(*) from mail where state <> 'sent'`)),
    'messages that were sent twice': copies.filter((times) => times > 1).length,
    'jobs that nobody works any more': await count(
      'select count(*) from graphile_worker.jobs where locked_at is not null or attempts > 0',
    ),
    'calls that were not answered, or refused': ledger.unanswered.length,
    'calls told to try again, beyond one in a thousand': Math.max(
      0,
      ledger.toldToTryAgain.length - Math.ceil(ledger.answered / logEvery),
    ),
    'sessions lost': ledger.sessionsLost.length,
    'sessions that outlived their end': ledger.sessionsLeft,
  }
}

/** Until the outbox is empty or the timeout expires. */
async function waitForOutbox({ pool }: Database): Promise<void> {
  const ends = performance.now() + timeouts.mail
  while (performance.now() < ends) {
    const { rowCount } = await pool.query(`select from graphile_worker.jobs where task_identifier = 'send-mail'`)
    if (rowCount === 0) return
    await setTimeout(50)
  }
}

async function countWrongDocuments({ nginx }: Cluster, { workers }: Office, ledger: Ledger): Promise<number> {
  const client = httpsClient(nginx)
  const headers = { authorization: `Bearer ${workers[0]?.token}` }
  let wrong = 0
  for (const [path, hash] of ledger.documents) {
    const answer = await expectAnswer({ ledger, client }, { path, headers })
    if (answer && sha256(answer.text) !== hash) wrong += 1
  }
  client.close()
  return wrong
}
