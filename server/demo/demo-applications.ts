import { createHash } from 'node:crypto'
import { daysAfter } from '@gya/domain/features/api-keys/api-keys.rules.ts'
import { refreshEnd, secondsAfter } from '@gya/domain/features/applications/applications.rules.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { AppGrant, ConnectedApp } from '../db/schema.ts'
import { seededIds, seededRandom } from './seeded-random.ts'

type Of = { companyId: string; adminId: string; staffId: string }

/** "‘Larkmead Assistant’ (registered) allowed and connected by staff; one application asked." Its stored hashes belong to no token. */
export function demoApplications(
  { companyId, adminId, staffId }: Of,
  { now }: CurrentTime,
): { apps: Insertable<ConnectedApp>[]; grants: Insertable<AppGrant>[] } {
  const newId = seededIds(seededRandom('demo applications'))
  const hash = (at: string) => createHash('sha256').update(newId(at)).digest()
  const [decidedOn, connectedOn] = [daysAfter(now, -20), daysAfter(now, -12)]
  const scopes = ['property:read', 'offer:read', 'contact:read', 'note:write', 'event:read']
  const id = newId(decidedOn)
  const redirect = 'https://assistant.larkmead.example/connected'
  const registered = {
    company_id: companyId,
    id,
    client_id: `app_${id}`,
    name: 'Larkmead Assistant',
    host: 'assistant.larkmead.example',
    redirect_uris: [redirect],
    scopes,
    state: 'allowed',
    decided_by: adminId,
    decided_on: decidedOn,
    createdon: decidedOn,
  }
  const asked = {
    company_id: companyId,
    id: newId(connectedOn),
    client_id: 'https://notes.example/gya.json',
    name: 'Meeting notes',
    host: 'notes.example',
    redirect_uris: ['https://notes.example/back'],
    scopes: [],
    state: 'asked',
    asked_by: staffId,
    fetched_on: connectedOn,
    createdon: connectedOn,
  }
  const grant = {
    company_id: companyId,
    id: newId(connectedOn),
    app_id: id,
    user_id: staffId,
    scopes: scopes.filter((scope) => scope !== 'event:read'),
    resource: 'api',
    way: 'password',
    redirect_uri: redirect,
    challenge: hash(connectedOn).toString('base64url'),
    code_hash: hash(connectedOn),
    code_until: secondsAfter(connectedOn, 60),
    access_hash: hash(connectedOn),
    access_until: secondsAfter(now, -1_200),
    refresh_hash: hash(connectedOn),
    refresh_until: refreshEnd({ createdon: connectedOn }, now),
    createdon: connectedOn,
    last_used_on: secondsAfter(now, -1_260),
    last_used_from: '203.0.113.x',
  }
  return { apps: [registered, asked], grants: [grant] }
}
