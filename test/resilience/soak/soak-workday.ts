import { setTimeout } from 'node:timers/promises'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { listContacts } from '@gya/domain/features/contacts/contacts.contract.ts'
import { downloadDashboard, readMetrics } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { addDocument, deleteDocument, downloadDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { watchChanges } from '@gya/domain/features/live/live.contract.ts'
import { downloadMemo } from '@gya/domain/features/memo/memo.contract.ts'
import { addNote, listNotes } from '@gya/domain/features/notes/notes.contract.ts'
import { readPropertyImage } from '@gya/domain/features/pictures/pictures.contract.ts'
import {
  downloadCompanyProperties,
  listCompanyProperties,
  readProperty,
  updateProperty,
} from '@gya/domain/features/properties/properties.contract.ts'
import { downloadReportCsv, readKeyStats, readReport, sendReportPdf } from '@gya/domain/features/report/report.contract.ts'
import { login, logout, readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { demoPassword } from '../../../server/demo/company.ts'
import { createPng, multipartForm } from '../../support/multipart-form.ts'
import { addressOf } from '../../support/test-client.ts'

export type PropertyPath = { companyId: string; branchId: string; propertyId: string }
export type Office = { address: string; token: string; email: string; places: readonly PropertyPath[] }
export type Day = {
  /** Number of actions by name. */
  done: Map<string, number>
  /** Error responses, one line each. */
  faults: string[]
}

type Asked = { params?: object; query?: object; body?: object; form?: Awaited<ReturnType<typeof multipartForm>> }

/**
 * Refusals that are normal in a busy office: a concurrent change, a sale that has not progressed far enough, a missing picture.
 */
const isExpectedRefusal = (status: number, call: Endpoint): boolean =>
  status < 400 || status === 409 || status === 429 || (status === 404 && call === readPropertyImage)

/** The workday of one user, repeated until `over` is aborted; then all open streams are closed. */
export async function simulateDay({ address, token, email, places }: Office, day: Day, over: AbortSignal): Promise<void> {
  const send = async (call: Endpoint, { params, query, body, form }: Asked = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : form?.headers) }
    const sent = body ? JSON.stringify(body) : form && new Uint8Array(form.payload)
    const answer = await fetch(`${address}${addressOf(call.path, params, query)}`, {
      method: call.method,
      headers,
      ...(sent === undefined ? {} : { body: sent }),
    })
    if (!isExpectedRefusal(answer.status, call)) day.faults.push(`${answer.status} ${call.method} ${call.path}`)
    return answer
  }
  const read = async (call: Endpoint, asked?: Asked) => void (await (await send(call, asked)).arrayBuffer())
  const readJson = async <T>(call: Endpoint, asked?: Asked) => (await (await send(call, asked)).json()) as T

  const atProperty = async () => {
    const params = oneOf(places)
    await read(readProperty, { params })
    await read(listNotes, { params, query: {} })
    await read(readPropertyImage, { params, query: {} })
  }
  const save = async () => {
    const params = oneOf(places)
    await read(updateProperty, { params, body: { _id: params.propertyId, bedrooms: 1 + Math.floor(Math.random() * 5) } })
    await read(addNote, { params, body: { message: 'Rang the solicitor.' } })
  }
  const picture = async () => {
    const params = oneOf(places)
    const form = await multipartForm([
      ['_id', params.propertyId],
      ['file', await createPng(1200, 900), 'front.png'],
    ])
    await read(updateProperty, { params, form })
    await read(readPropertyImage, { params, query: {} })
  }
  const document = async () => {
    const params = oneOf(places)
    const form = await multipartForm([
      ['note', 'A plan'],
      ['file', await createPng(600, 600), 'plan.png'],
    ])
    const { documents } = await readJson<{ documents?: { _id: string }[] }>(addDocument, { params, form })
    const [added] = documents ?? []
    if (!added) return
    const one = { ...params, documentId: added._id }
    await read(downloadDocument, { params: one })
    await read(deleteDocument, { params: one })
  }
  const { companyId } = oneOf(places)
  const params = { companyId }
  const deeds: readonly [name: string, times: number, act: () => Promise<unknown>][] = [
    ['report', 8, () => Promise.all([read(readReport, { params }), read(readKeyStats, { params })])],
    ['list', 8, () => read(listCompanyProperties, { params, query: { textSearch: oneOf(['road', 'avenue', 'RG30', 'ash']) } })],
    ['property', 12, atProperty],
    ['save', 8, save],
    ['picture', 2, picture],
    ['document', 2, document],
    ['contacts', 3, () => read(listContacts, { params, query: {} })],
    ['dashboard', 3, () => read(readMetrics, { params: { ...params, branchId: 'all' }, query: { metrics: 'takeOn' } })],
    ['memorandum', 1, () => read(downloadMemo, { params: oneOf(places) })],
    ['spreadsheets', 1, () => Promise.all([downloadReportCsv, downloadCompanyProperties].map((call) => read(call, { params })))],
    [
      'dashboard as a spreadsheet',
      1,
      () => read(downloadDashboard, { params: { ...params, branchId: 'all' }, query: { tab: 'overall' } }),
    ],
    ['who am I', 4, () => read(readMe)],
  ]
  const rare: readonly [name: string, everyMs: number, act: () => Promise<unknown>][] = [
    ['report as a PDF by e-mail', 30_000, () => read(sendReportPdf, { params, query: { to: 'manager@people.example' } })],
    ['sign-in and sign-out', 150_000, () => signInAndOut(address, email)],
  ]
  const often = deeds.flatMap(([name, times, act]) => Array.from({ length: times }, () => ({ name, act })))
  const last = new Map(rare.map(([name]) => [name, performance.now()]))
  const streams = new Set<AbortController>()
  while (!over.aborted) {
    const due = rare.find(([name, everyMs]) => performance.now() - (last.get(name) ?? 0) > everyMs)
    const { name, act } = due ? { name: due[0], act: due[2] } : oneOf(often)
    if (due) last.set(name, performance.now())
    await act().catch((error: unknown) => day.faults.push(`${name}: ${String(error)}`))
    day.done.set(name, (day.done.get(name) ?? 0) + 1)
    if (Math.random() < 0.15) {
      watch(`${address}${addressOf(watchChanges.path)}`, token, streams)
      day.done.set('event stream opened', (day.done.get('event stream opened') ?? 0) + 1)
    }
    if (streams.size > 2) leave(streams)
    await setTimeout(50 + Math.random() * 150)
  }
  while (streams.size > 0) leave(streams)
}

const oneOf = <T>(some: readonly T[]): T => some[Math.floor(Math.random() * some.length)] as T

/** Opens an event stream and reads it until it is closed. */
function watch(address: string, token: string, streams: Set<AbortController>): void {
  const leaving = new AbortController()
  streams.add(leaving)
  const reading = async () => {
    const { body } = await fetch(address, { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal })
    for await (const _event of body ?? []) if (leaving.signal.aborted) return
  }
  reading().catch(() => streams.delete(leaving))
}

function leave(streams: Set<AbortController>): void {
  const [oldest] = streams
  if (!oldest) return
  streams.delete(oldest)
  oldest.abort()
}

async function signInAndOut(address: string, email: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-client': 'Web' }
  const ask = (call: Endpoint, more: Record<string, string>, body: object) =>
    fetch(`${address}${addressOf(call.path)}`, {
      method: call.method,
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    })
  const signedIn = await ask(login, {}, { email, password: demoPassword })
  await signedIn.arrayBuffer()
  if (signedIn.status !== 200) throw new Error(`signing in answered ${signedIn.status}`)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  await (await ask(logout, { cookie }, {})).arrayBuffer()
}
