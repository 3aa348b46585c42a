import { createHash, randomBytes } from 'node:crypto'
import { addDocument, downloadDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { createProperty, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { login, logout, readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { requestSupport } from '@gya/domain/features/support/support.contract.ts'
import { type HttpsClient, type HttpsRequest, httpsClient, type NginxServer } from '../../support/nginx.ts'
import { addressOf } from '../../support/test-client.ts'
import { addressAt, type Office, password, type Worker } from './office.ts'

/** Acknowledged writes and unexpected responses. */
export type Ledger = {
  answered: number
  /** Slowest response in milliseconds. */
  longest: number
  notes: Set<string>
  offers: Set<string>
  /** Download paths of uploaded documents, with the SHA-256 of what was sent. */
  documents: Map<string, string>
  documentBytes: number
  /** A unique word from each message. */
  messages: Set<string>
  signIns: number
  unanswered: string[]
  /** Requests that nginx refused with 503; they must not have been processed. */
  toldToTryAgain: string[]
  /** Uploads refused because the store of this trial was too slow. */
  storeAway: number
  sessionsLost: string[]
  /** Ended sessions that were still accepted. */
  sessionsLeft: number
}

export const newLedger = (): Ledger => ({
  answered: 0,
  longest: 0,
  notes: new Set(),
  offers: new Set(),
  documents: new Map(),
  documentBytes: 0,
  messages: new Set(),
  signIns: 0,
  unanswered: [],
  toldToTryAgain: [],
  storeAway: 0,
  sessionsLost: [],
  sessionsLeft: 0,
})

export type Answer = { status: number; headers: Record<string, unknown>; text: string }

/**
 * Makes a request and records any status other than the expected one; returns null then. An unexpected 401 is a lost session.
 */
export async function expectAnswer(
  { ledger, client }: { ledger: Ledger; client: HttpsClient },
  asked: HttpsRequest,
  status = 200,
): Promise<Answer | null> {
  const started = performance.now()
  const what = `${asked.method ?? 'GET'} ${asked.path}`
  try {
    const answer = await client.send(asked)
    ledger.answered += 1
    ledger.longest = Math.max(ledger.longest, performance.now() - started)
    if (answer.status === status) return { status, headers: answer.headers, text: answer.body.toString() }
    const said = `${what}: ${answer.status} ${answer.body.toString().slice(0, 200)}`
    if (status === 401) ledger.sessionsLeft += 1
    else if (said.includes('FILES_NOT_READY')) ledger.storeAway += 1
    else if (said.includes('"NOT_READY"')) ledger.toldToTryAgain.push(said)
    else if (answer.status === 401) ledger.sessionsLost.push(said)
    else ledger.unanswered.push(said)
  } catch (error) {
    ledger.unanswered.push(`${what}: ${String(error)}`)
  }
  return null
}

/** Just below the rate limits for support requests per account and for sign-ins per address. */
const limits = { messages: 18, signIns: 40 }
/** Realistic maximum of notes and offers on a property. */
const maxTurnsPerProperty = 60

type Working = { office: Office; worker: Worker; ledger: Ledger; client: HttpsClient }
type WorkdayProperty = Office['branch'] & { propertyId: string }

/** Works without pauses until `isOver`. */
export async function simulateWorkday(nginx: NginxServer, on: Omit<Working, 'client'>, isOver: () => boolean): Promise<void> {
  const client = httpsClient(nginx, on.worker.localAddress)
  const working = { ...on, client }
  let place: WorkdayProperty | null = null
  try {
    for (let turn = 0; !isOver(); turn += 1) {
      if (place === null || turn % maxTurnsPerProperty === 0) place = await takeOn(working, turn)
      if (place !== null) await workSteps[turn % workSteps.length]?.(working, place, turn)
    }
  } finally {
    client.close()
  }
}

const json = ({ worker }: Working) => ({ authorization: `Bearer ${worker.token}`, 'content-type': 'application/json' })

const post = (working: Working, path: string, body: object) =>
  expectAnswer(working, { method: 'POST', path, headers: json(working), body: JSON.stringify(body) })

async function takeOn(working: Working, turn: number): Promise<WorkdayProperty | null> {
  const { branch, vendorId } = working.office
  const body = { address: addressAt(`${turn} Worker ${working.worker.number} Street`), owner: { _id: vendorId } }
  const answer = await post(working, addressOf(createProperty.path, branch), body)
  return answer && { ...branch, propertyId: (JSON.parse(answer.text) as { _id: string })._id }
}

type WorkStep = (working: Working, place: WorkdayProperty, turn: number) => Promise<void>

const note: WorkStep = async (working, place, turn) => {
  const message = `Note ${turn} of worker ${working.worker.number}`
  if (await post(working, addressOf(addNote.path, place), { message })) working.ledger.notes.add(message)
}

const offer: WorkStep = async (working, place, turn) => {
  const name = `Buyer ${turn} of worker ${working.worker.number}`
  const body = { name, amount: 250_000, cashBuy: true, chain: false }
  if (await post(working, addressOf(addOffer.path, place), body)) working.ledger.offers.add(name)
}

const read: WorkStep = async (working, place) => {
  await expectAnswer(working, { path: addressOf(readProperty.path, place), headers: json(working) })
}

const list: WorkStep = async (working, { companyId }) => {
  await expectAnswer(working, { path: `/api/company/properties/${companyId}?filters=allActive`, headers: json(working) })
}

const message: WorkStep = async (working, _place, turn) => {
  if (turn >= limits.messages * workSteps.length) return
  const word = `word-${working.worker.number}-${turn}-end`
  if (await post(working, addressOf(requestSupport.path), { message: `Please help: ${word}` })) working.ledger.messages.add(word)
}

const upload: WorkStep = async (working, place, turn) => {
  const { ledger, worker } = working
  const content = randomBytes(10_000 + turn * 97).toString('hex')
  const name = `worker-${worker.number}-${turn}.txt`
  const boundary = `gya-${worker.number}-${turn}`
  const part = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n`
  const body = Buffer.from(`${part}${content}\r\n--${boundary}--\r\n`)
  const headers = { authorization: `Bearer ${worker.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` }
  const path = addressOf(addDocument.path, place)
  const answer = await expectAnswer(working, { method: 'POST', path, headers, body })
  if (!answer) return
  const { documents } = JSON.parse(answer.text) as { documents: { _id: string; file: { fileName: string } }[] }
  const documentId = documents.find(({ file }) => file.fileName === name)?._id ?? 'not there'
  ledger.documents.set(addressOf(downloadDocument.path, { ...place, documentId }), sha256(content))
  ledger.documentBytes += content.length
}

/** Signs in and out; each of the four requests may reach another process. */
const signInAndOut: WorkStep = async (working, _place, turn) => {
  const { ledger, worker } = working
  if (turn >= limits.signIns * workSteps.length) return
  const web = { 'x-client': 'Web' }
  const given = { ...web, 'content-type': 'application/json' }
  const body = JSON.stringify({ email: worker.email, password })
  const signedIn = await expectAnswer(working, { method: 'POST', path: addressOf(login.path), headers: given, body })
  if (!signedIn) return
  const lines = signedIn.headers['set-cookie'] as string[]
  const cookie = lines.map((line) => line.split(';')[0]).join('; ')
  const me = { path: addressOf(readMe.path), headers: { ...web, cookie } }
  await expectAnswer(working, me)
  if (!(await expectAnswer(working, { method: 'POST', path: addressOf(logout.path), headers: { ...web, cookie } }))) return
  if (await expectAnswer(working, me, 401)) ledger.signIns += 1
}

const workSteps: readonly WorkStep[] = [note, read, upload, note, offer, list, note, message, read, signInAndOut, note, read]

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
