import { erasePerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import type { Verdict } from '@gya/domain/features/record/verdict.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { entryAt as entry, insertEntries, newRecordKey, sealAt as seal, tamper } from '../../../test/support/tampering.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { sealEntries } from './seal-entries.ts'
import { readNote, signingKeyOf, signNote } from './signed-note.ts'
import { verifyRecord } from './verify-record.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const host = 'gya.example'
const pool = () => fixtures.database.pool
const key = signingKeyOf(host, newRecordKey())
const checkpoint = async (companyId: string) => {
  const made = await fixtures.database.db
    .transaction()
    .execute((db) => makeCheckpoint(db, { host, keys: [key] }, companyId, fixtures.clock.now()))
  return readNote(made?.note ?? '')
}
const verify = (companyId: string, note = null as ReturnType<typeof readNote>) =>
  verifyRecord(fixtures.database, companyId, { now: '2026-07-01T00:00:00Z', signer: { keys: [key] }, checkpoint: note })
const short = (verdict: Verdict) =>
  verdict.whole ? `whole ${verdict.upTo}` : `${verdict.holdsUpTo} ${verdict.brokenAt} ${verdict.what}`

/** Creates a company with 40 sealed entries, and checkpoints at 20 and 40. */
async function record(): Promise<string> {
  const companyId = fixtures.clock.newId()
  await insertEntries(pool(), companyId, 20)
  await sealEntries(fixtures.database, companyId)
  await checkpoint(companyId)
  await insertEntries(pool(), companyId, 20, '2026-02-05T09:00:00Z')
  await sealEntries(fixtures.database, companyId)
  return companyId
}

test('sealEntries: positions 1, 2, 3 … in order of time; entries that commit later get later positions', async () => {
  const companyId = await record()
  await insertEntries(pool(), companyId, 1, '2020-01-01T00:00:00Z')
  expect(await sealEntries(fixtures.database, companyId)).toBe(true)
  const { rows } = await pool().query(
    `select s.position, e.at from event_seal s join event e on e.company_id = s.company_id and e.id = s.event_id
     where s.company_id = $1 order by s.position`,
    [companyId],
  )
  expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 41 }, (_, index) => index + 1))
  const times = rows.slice(0, 40).map(({ at }) => Date.parse(at))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(rows[40].at).toBe('2020-01-01T00:01:00Z')
  const verdict = await verify(companyId)
  expect(short(verdict)).toBe('whole 41')
  // The entries of February were inserted after a checkpoint of March, and the last one is of 2020. The first twenty are named.
  expect(verdict.backdated?.count).toBe(21)
  expect(verdict.backdated?.first.map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, index) => index + 21))
  expect(verdict.backdated?.first[0]).toMatchObject({
    at: '2026-02-05T09:01:00.000000Z',
    reached: expect.stringMatching(/^2026-03-10T/),
  })
})

test('story 1: eight concurrent writers and sealers produce positions 1 to n without gaps, and a whole record', async () => {
  const companyId = fixtures.clock.newId()
  const writers = 8
  const perWriter = 25
  const write = async (writer: number) => {
    for (let turn = 0; turn < perWriter; turn += 1) {
      await insertEntries(pool(), companyId, 1, `2026-01-${String(10 + writer)}T09:${String(10 + turn)}:00Z`)
      // Returns false if another one is sealing at the moment.
      if (turn % 5 === 0) await sealEntries(fixtures.database, companyId)
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  while (!(await sealEntries(fixtures.database, companyId)));
  const { rows } = await pool().query<{ position: number }>(
    'select position from event_seal where company_id = $1 order by position',
    [companyId],
  )
  const count = writers * perWriter
  expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  expect(short(await verify(companyId))).toBe(`whole ${count}`)
})

test('sealEntries: skips a company that another process is sealing', async () => {
  const companyId = fixtures.clock.newId()
  await insertEntries(pool(), companyId, 3)
  const other = await pool().connect()
  await other.query('begin; select pg_advisory_xact_lock(4729022, hashtext($1))'.replace('$1', `'${companyId}'`))
  expect(await sealEntries(fixtures.database, companyId)).toBe(false)
  await other.query('commit')
  other.release()
  expect(await sealEntries(fixtures.database, companyId)).toBe(true)
  expect(short(await verify(companyId))).toBe('whole 3')
})

test('the record is append-only: seals, amendments and checkpoints cannot be changed', async () => {
  const companyId = await record()
  for (const statement of [
    `update event_seal set salt = null where company_id = '${companyId}'`,
    `update event_seal set position = position + 100 where company_id = '${companyId}'`,
    `delete from event_seal where company_id = '${companyId}'`,
    `update event set via = 'api' where company_id = '${companyId}'`,
    `update record_checkpoint set note = '' where company_id = '${companyId}'`,
    `delete from record_checkpoint where company_id = '${companyId}'`,
  ])
    await expect(pool().query(statement)).rejects.toThrow('append-only')
})

const swap =
  (column: string, [a, b]: [number, number]) =>
  (c: string) => [
    `create temporary table t on commit drop as select position, ${column} from event_seal where company_id = '${c}' and position in (${a}, ${b})`,
    ...(column === 'event_id' ? [`update event_seal set event_id = gen_random_uuid() where ${seal(c, a)}`] : []),
    `update event_seal s set ${column} = t.${column} from t where s.company_id = '${c}' and s.position = ${b} and t.position = ${a}`,
    `update event_seal s set ${column} = t.${column} from t where s.company_id = '${c}' and s.position = ${a} and t.position = ${b}`,
  ]
const move = (a: number, b: number) => (c: string) => [
  `update event_seal set position = 1000 where ${seal(c, a)}`,
  `update event_seal set position = ${a} where ${seal(c, b)}`,
  `update event_seal set position = ${b} where ${seal(c, 1000)}`,
]

describe('verifyRecord detects changes made with disabled triggers (story 2)', () => {
  test.each<[name: string, (companyId: string) => string[], string]>([
    ['nothing', () => [], 'whole 40'],
    [
      'an amount changed',
      (c) => [`update event set data = data || '{"amount": 1}' where ${entry(c, 31)}`],
      '30 31 entry-changed',
    ],
    [
      'the author of an entry changed',
      (c) => [`update event set user_id = gen_random_uuid() where ${entry(c, 31)}`],
      '30 31 entry-changed',
    ],
    [
      'the time of an entry changed',
      (c) => [`update event set at = at - interval '1 day' where ${entry(c, 1)}`],
      '0 1 entry-changed',
    ],
    [
      'a name added to an entry',
      (c) => [`update event set author = '{"name": "Somebody"}' where ${entry(c, 31)}`],
      '30 31 entry-changed',
    ],
    ['where it came from changed', (c) => [`update event set via = 'api' where ${entry(c, 12)}`], '11 12 entry-changed'],
    ['a salt removed', (c) => [`update event_seal set salt = null where ${seal(c, 7)}`], '6 7 entry-changed'],
    ['an entry deleted', (c) => [`delete from event where ${entry(c, 15)}`], '14 15 entry-missing'],
    [
      'an entry deleted with its seal',
      (c) => [`delete from event where ${entry(c, 15)}`, `delete from event_seal where ${seal(c, 15)}`],
      '14 15 entry-missing',
    ],
    ['two entries swapped', move(11, 17), '10 11 order-changed'],
    ['two neighbours swapped', move(11, 12), '10 11 order-changed'],
    ['the entries of two seals swapped', swap('event_id', [21, 30]), '20 21 order-changed'],
    [
      'an entry moved to the end',
      (c) => [
        `update event_seal set position = position + 1000 where company_id = '${c}'`,
        `update event_seal set position = case when position = 1005 then 40 when position > 1005 then position - 1001 else position - 1000 end where company_id = '${c}'`,
      ],
      '4 5 order-changed',
    ],
    ['a hash changed', (c) => [`update event_seal set hash = sha256(hash) where ${seal(c, 33)}`], '32 33 hash-differs'],
    ['the last hash changed', (c) => [`update event_seal set hash = sha256(hash) where ${seal(c, 40)}`], '39 40 hash-differs'],
    [
      'an entry added without a seal',
      (c) => [
        `insert into event (company_id, id, at, kind) values ('${c}', gen_random_uuid(), '2026-01-06T00:00:00Z', 'offer-added')`,
        `delete from event_unsealed where company_id = '${c}'`,
      ],
      '40 41 entry-unsealed',
    ],
    [
      'the end removed after the last checkpoint',
      (c) => [`delete from event_seal where company_id = '${c}' and position > 30`],
      '30 31 entry-unsealed',
    ],
    [
      'the end removed with its entries, after the last checkpoint',
      (c) => [
        `delete from event where company_id = '${c}' and id in (select event_id from event_seal where company_id = '${c}' and position > 30)`,
        `delete from event_seal where company_id = '${c}' and position > 30`,
      ],
      'whole 30',
    ],
    [
      'the end removed before the last checkpoint',
      (c) => [
        `delete from event where company_id = '${c}' and id in (select event_id from event_seal where company_id = '${c}' and position > 10)`,
        `delete from event_seal where company_id = '${c}' and position > 10`,
      ],
      '0 11 checkpoint-differs',
    ],
    [
      'a signature changed',
      (c) => [`update record_checkpoint set note = regexp_replace(note, '.{6}=\n$', E'AAAAAA=\n') where company_id = '${c}'`],
      '0 20 signature-wrong',
    ],
    [
      'an amendment without an erasure',
      (c) => [
        `update event set data = '{}' where ${entry(c, 8)}`,
        `update event_seal set salt = null where ${seal(c, 8)}`,
        `insert into record_amendment (company_id, position, ordinal, by_event_id, salt, digest)
         select '${c}', 8, 1, event_id, decode(repeat('00', 16), 'hex'), sha256(decode(repeat('00', 16), 'hex') || '{}'::bytea)
         from event_seal where ${seal(c, 9)}`,
      ],
      '7 8 amendment-without-erasure',
    ],
  ])('%s', async (_name, statements, expected) => {
    const companyId = await record()
    await tamper(pool(), ...statements(companyId))
    expect(short(await verify(companyId))).toBe(expected)
  })

  test('story 2: a record without its end or a rewritten record differs from the e-mailed checkpoint', async () => {
    const companyId = await record()
    const kept = await checkpoint(companyId)
    await tamper(
      pool(),
      `delete from event where company_id = '${companyId}' and id in (select event_id from event_seal where company_id = '${companyId}' and position > 30)`,
      `delete from event_seal where company_id = '${companyId}' and position > 30`,
      `delete from record_checkpoint where company_id = '${companyId}' and position = 40`,
    )
    expect(short(await verify(companyId))).toBe('whole 30')
    expect(short(await verify(companyId, kept))).toBe('20 31 checkpoint-differs')
    // Sealed again from the start, as an attacker with knowledge of the program could do.
    await tamper(
      pool(),
      `update event set data = data || '{"amount": 1}' where ${entry(companyId, 25)}`,
      `insert into event_unsealed select company_id, event_id from event_seal where company_id = '${companyId}'`,
      `delete from event_seal where company_id = '${companyId}'`,
      `delete from record_checkpoint where company_id = '${companyId}'`,
    )
    await sealEntries(fixtures.database, companyId)
    await insertEntries(pool(), companyId, 20)
    await sealEntries(fixtures.database, companyId)
    expect(short(await verify(companyId))).toBe('whole 50')
    expect(short(await verify(companyId, kept))).toBe('0 40 checkpoint-differs')
  })

  test('a pasted checkpoint with another key or of another company is refused', async () => {
    const companyId = await record()
    const kept = await checkpoint(companyId)
    if (!kept) throw new Error('no checkpoint')
    expect(short(await verify(companyId, kept))).toBe('whole 40')
    const forged = readNote(signNote({ ...kept, hash: Buffer.alloc(32) }, [signingKeyOf(host, newRecordKey())]))
    expect(short(await verify(companyId, forged))).toBe('20 40 signature-wrong')
    expect(short(await verify(companyId, { ...kept, position: 39 }))).toBe('20 39 signature-wrong')
  })

  test('continues after a changed entry and lists up to 100 faults', async () => {
    const companyId = await record()
    await tamper(pool(), ...[3, 9, 27].map((n) => `update event set data = '{}' where ${entry(companyId, n)}`))
    expect(await verify(companyId)).toMatchObject({
      holdsUpTo: 2,
      holdsUpToAt: '2026-01-05T09:02:00Z',
      faults: [3, 9, 27].map((position) => ({ position, what: 'entry-changed' })),
    })
  })
})

describe('Erasure', () => {
  test('stories 3 and 4: an erasure replaces entries and the record stays whole; a later change is detected', async () => {
    const { companyId } = fixtures.a
    const staff = fixtures.as('staff')
    for (let day = 1; day <= 5; day += 1)
      await staff.ok(addViewing, { params: fixtures.first, body: { name: 'Wilma Gone', when: `2026-03-0${day}` } })
    await sealEntries(fixtures.database, companyId)
    await fixtures.as('company').ok(erasePerson, { params: { companyId }, body: { names: ['Wilma Gone'] } })
    await sealEntries(fixtures.database, companyId)
    const erased = await verify(companyId)
    expect(erased).toMatchObject({ whole: true, replaced: [{ count: 5 }] })
    const [replaced] = erased.replaced
    const { rows } = await pool().query<{ data: object; position: number; salt: Buffer | null; id: string }>(
      `select e.id, e.data, s.position, s.salt from event e join event_seal s on s.company_id = e.company_id and s.event_id = e.id
       where e.company_id = $1 order by s.position`,
      [companyId],
    )
    expect(rows.find(({ position }) => position === replaced?.by)?.data).toMatchObject({ amended: { count: 5 } })
    const amended = rows.filter(
      ({ data }) => JSON.stringify(data).includes('"name": "Erased') || JSON.stringify(data).includes('"name":"Erased'),
    )
    expect(amended.map(({ salt }) => salt)).toEqual([null, null, null, null, null])
    expect(JSON.stringify(rows)).not.toContain('Wilma')

    await tamper(pool(), `update event set data = data || '{"name": "Somebody Else"}' where id = '${amended[2]?.id}'`)
    expect(await verify(companyId)).toMatchObject({ whole: false, brokenAt: amended[2]?.position, what: 'entry-changed' })
  })
})
