import { createHash, randomBytes } from 'node:crypto'
import { addDocument, downloadDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { createProperty, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { login, logout, readMe } from '@gya/domain/features/session/session.contract.ts'
import { requestSupport } from '@gya/domain/features/support/support.contract.ts'
import { type HttpsClient, httpsClient } from '../../../deploy/nginx/https-client.ts'
import type { NginxServer } from '../../../deploy/nginx/own-nginx.ts'
import { addressOf } from '../../../server/testing/test-client.ts'
import { expectAnswer, type Ledger } from './ledger.ts'
import { addressAt, type Office, password, type Worker } from './office.ts'

/** What one account may send to the support team in an hour, less a little; and sign in within the limits of an address. */
const limits = { messages: 18, signIns: 40 }
/** A property with more notes and offers than this is no property that anybody has. */
const maxTurnsPerProperty = 60

type Working = { office: Office; worker: Worker; ledger: Ledger; client: HttpsClient }
type WorkdayProperty = Office['branch'] & { propertyId: string }

/** Works as somebody does, only without a pause, until it is told that the day is over. */
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

/** In with the password, out again; each of the four calls comes to whichever process is next. */
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
