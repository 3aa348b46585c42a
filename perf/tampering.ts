import { type Verdict, verdictRemarks, verdictWords } from '@gya/domain/features/record/verdict.ts'
import { type Database, openPool } from '../server/db/pool.ts'
import { makeCheckpoint } from '../server/features/record/checkpoints.ts'
import { emailWritten } from '../server/features/record/mail-digest.ts'
import { sealEntries } from '../server/features/record/seal-entries.ts'
import { readNote, signingKeyOf, signNote } from '../server/features/record/signed-note.ts'
import { verifyRecord } from '../server/features/record/verify-record.ts'
import { createFreshDatabase } from '../test/support/fresh-database.ts'
import { entryAt, insertEntries, newRecordKey, sealAt, tamper } from '../test/support/tampering.ts'

const entries = Number(process.env.BENCH_ENTRIES ?? 100_000)
const checkpoints = 10
/** Kinds of acts to measure, separated by commas; all if it is not set. */
const only = process.env.BENCH_ACTS?.split(',')
const host = 'gya.example'
const companyId = '7a3f1c52-0b7e-4a53-9d0e-5f1f35c6d0aa'
/** The entry that most kinds of tampering change. */
const n = Math.round(entries * 0.62) + 5

/** A position that no entry has, used to swap two entries. */
const beyondEnd = 10 * entries

type Act = {
  act: string
  what: string
  statements: readonly string[]
  sealAgain?: true
  /** Signs the stored checkpoints again with a key of the attacker, and adds it to the table of keys. */
  signAgain?: true
}

/** Reseals all entries after this one, like an attacker who has the program. */
const sealedAnewFrom = (position: number) => [
  `insert into event_unsealed select company_id, event_id from event_seal where company_id = '${companyId}' and position >= ${position}`,
  `delete from event_seal where company_id = '${companyId}' and position >= ${position}`,
]
const swapped = (a: number, b: number) => [
  `update event_seal set position = ${beyondEnd} where ${sealAt(companyId, a)}`,
  `update event_seal set position = ${a} where ${sealAt(companyId, b)}`,
  `update event_seal set position = ${b} where ${sealAt(companyId, beyondEnd)}`,
]
const cutAfter = (position: number) => [
  `delete from event where company_id = '${companyId}' and id in (select event_id from event_seal where company_id = '${companyId}' and position > ${position})`,
  `delete from event_seal where company_id = '${companyId}' and position > ${position}`,
]
const added = `insert into event (company_id, id, at, kind, data)
  select company_id, gen_random_uuid(), at - interval '30 seconds', 'offer-added', '{"amount": 1}' from event where ${entryAt(companyId, n)}`
const changedAmount = `update event set data = data || '{"amount": 1}' where ${entryAt(companyId, n)}`
const half = entries / 2

/** An e-mail about a property, bound by an entry after the others. */
const mail = {
  id: '5b0c7c1e-8f0e-4a3e-9a59-2f6b8f1f3a11',
  subject: 'The price agreed',
  recipients: ['bea.buyer@post.example'],
  cc: [],
  bcc: [],
  reply_to: null,
  body: 'We confirm £250,000.',
  html: null,
  keep_text: true,
}

const acts: readonly Act[] = [
  { act: '(nothing)', what: 'untouched', statements: [] },
  { act: 'changed', what: `the amount of entry ${n}`, statements: [changedAmount] },
  {
    act: 'changed',
    what: `the time of entry ${n}`,
    statements: [`update event set at = at - interval '1 day' where ${entryAt(companyId, n)}`],
  },
  {
    act: 'changed',
    what: `the amount of entry ${n}, everything after it sealed anew`,
    statements: [changedAmount, ...sealedAnewFrom(n)],
    sealAgain: true,
  },
  { act: 'removed', what: `entry ${n}, its seal left`, statements: [`delete from event where ${entryAt(companyId, n)}`] },
  {
    act: 'removed',
    what: `entry ${n} with its seal`,
    statements: [`delete from event where ${entryAt(companyId, n)}`, `delete from event_seal where ${sealAt(companyId, n)}`],
  },
  { act: 'reordered', what: `entries ${n} and ${n + 100} swapped`, statements: swapped(n, n + 100) },
  { act: 'reordered', what: `entries ${n} and ${n + 1} swapped`, statements: swapped(n, n + 1) },
  {
    act: 'added',
    what: 'an entry dated between two others, without seal',
    statements: [added, `delete from event_unsealed where company_id = '${companyId}'`],
  },
  {
    act: 'added',
    what: 'an entry dated between two others, everything after it sealed anew',
    statements: [added, ...sealedAnewFrom(n)],
    sealAgain: true,
  },
  {
    act: 'truncated',
    what: 'the last 50 seals',
    statements: [`delete from event_seal where company_id = '${companyId}' and position > ${entries - 50}`],
  },
  { act: 'truncated', what: 'the last 50 entries and their seals', statements: cutAfter(entries - 50) },
  {
    act: 'truncated',
    what: 'the last 50 entries, their seals and the last checkpoint',
    statements: [...cutAfter(entries - 50), `delete from record_checkpoint where ${sealAt(companyId, entries)}`],
  },
  {
    act: 'signature',
    what: `of the checkpoint at ${half} changed`,
    statements: [
      `update record_checkpoint set note = regexp_replace(note, '.{6}=\n$', E'AAAAAA=\n') where ${sealAt(companyId, half)}`,
    ],
  },
  {
    act: 'checkpoint',
    what: `its hash at ${half} changed in the table`,
    statements: [`update record_checkpoint set hash = sha256(hash) where ${sealAt(companyId, half)}`],
  },
  {
    act: 'checkpoint',
    what: `a hash in the chain at ${n} changed`,
    statements: [`update event_seal set hash = sha256(hash) where ${sealAt(companyId, n)}`],
  },
  {
    act: 'amendment',
    what: `entry ${n} replaced with an amendment that no erasure names`,
    statements: [
      `update event set data = '{}' where ${entryAt(companyId, n)}`,
      `update event_seal set salt = null where ${sealAt(companyId, n)}`,
      `insert into record_amendment (company_id, position, ordinal, by_event_id, salt, digest)
       select '${companyId}', ${n}, 1, event_id, decode(repeat('00', 16), 'hex'), sha256(decode(repeat('00', 16), 'hex') || '{}'::bytea)
       from event_seal where ${sealAt(companyId, n + 1)}`,
    ],
  },
  {
    act: 'author',
    what: `of entry ${n} replaced`,
    statements: [`update event set author = '{"name": "Somebody Else", "role": "BRANCH_ADMIN"}' where ${entryAt(companyId, n)}`],
  },
  {
    act: 'key',
    what: `the amount of entry ${n}, everything after it sealed anew, the checkpoints signed again with a key that was added`,
    statements: [changedAmount, ...sealedAnewFrom(n)],
    sealAgain: true,
    signAgain: true,
  },
  {
    act: 'e-mail',
    what: 'the text changed',
    statements: [`update mail set body = 'We confirm £205,000.' where id = '${mail.id}'`],
  },
  {
    act: 'e-mail',
    what: 'the recipients changed',
    statements: [`update mail set recipients = '{mallory@post.example}' where id = '${mail.id}'`],
  },
  { act: 'e-mail', what: 'deleted', statements: [`delete from mail where id = '${mail.id}'`] },
  {
    act: 'e-mail',
    what: 'one added',
    statements: [
      `insert into mail (company_id, id, property_id, recipients, subject, body, keep_text, state, createdon, sent_on)
       values ('${companyId}', gen_random_uuid(), gen_random_uuid(), '{bea.buyer@post.example}', 'Forged', 'Never sent.', true, 'sent', '2025-02-01', '2025-02-01')`,
    ],
  },
  {
    act: 'backdated',
    what: 'an entry dated between two others, sealed at the end by the product',
    statements: [added],
    sealAgain: true,
  },
]

const forger = signingKeyOf(host, newRecordKey())

async function insertMail({ pool }: Database, at: string): Promise<void> {
  await pool.query(
    `insert into mail (company_id, id, property_id, recipients, subject, body, keep_text, state, createdon, sent_on)
     values ($1, $2, gen_random_uuid(), $3, $4, $5, true, 'sent', $6, $6)`,
    [companyId, mail.id, mail.recipients, mail.subject, mail.body, at],
  )
  const { kind, data } = emailWritten(mail, [])
  await pool.query('insert into event (company_id, id, at, kind, data) values ($1, gen_random_uuid(), $2, $3, $4)', [
    companyId,
    at,
    kind,
    JSON.stringify(data),
  ])
}

async function signAgainWith(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ position: number; note: string; hash: Buffer }>(
    `select c.position, c.note, s.hash from record_checkpoint c
     join event_seal s on s.company_id = c.company_id and s.position = c.position where c.company_id = '${companyId}'`,
  )
  await database.pool.query('insert into record_key (id, public_key, since) values ($1, $2, now())', [
    forger.id,
    forger.publicKey,
  ])
  for (const { position, note, hash } of rows) {
    const read = readNote(note)
    if (!read) throw new Error('This checkpoint cannot be read.')
    await tamper(database.pool, `delete from record_checkpoint where ${sealAt(companyId, position)}`)
    await database.pool.query(
      'insert into record_checkpoint (company_id, position, at, hash, note, key_id) values ($1, $2, $3, $4, $5, $6)',
      [companyId, position, read.at, hash, signNote({ ...read, hash }, [forger]), forger.id],
    )
  }
}

export type TamperingMeasured = {
  entries: number
  sealedIn: number
  acts: { act: string; what: string; alone: string; compared: string; verifiedIn: number }[]
}

/**
 * Tampering that the database owner can do with the triggers disabled, and the resulting verdicts. Each kind is applied to a copy of the
 * same record.
 */
export async function measureTampering(serverUrl: string, print: (line: string) => void): Promise<TamperingMeasured> {
  const url = await createFreshDatabase(serverUrl, 'gya_bench_record')
  const base = openPool(url, 2, (error) => print(error.message))
  const keys = [signingKeyOf(host, newRecordKey())] as const
  const started = performance.now()
  let kept: ReturnType<typeof readNote> = null
  for (let part = 1; part <= checkpoints; part += 1) {
    const since = new Date(Date.UTC(2025, 0, 1) + ((part - 1) * entries * 60_000) / checkpoints).toISOString()
    await insertEntries(base.pool, companyId, entries / checkpoints, since)
    await sealEntries(base, companyId)
    const made = await base.db.transaction().execute((db) => makeCheckpoint(db, { host, keys }, companyId, since))
    kept = readNote(made?.note ?? '')
  }
  const sealedIn = (performance.now() - started) / 1000
  await base.close()
  const measured: TamperingMeasured['acts'] = []
  for (const { act, what, statements, sealAgain, signAgain } of acts.filter(
    ({ act }) => only === undefined || only.includes(act),
  )) {
    const database = await copyOf(serverUrl, url, print)
    try {
      if (act === 'e-mail') {
        await insertMail(database, new Date(Date.UTC(2025, 0, 1) + (entries + 60) * 60_000).toISOString())
        await sealEntries(database, companyId)
      }
      if (statements.length > 0) await tamper(database.pool, ...statements)
      if (sealAgain) await sealEntries(database, companyId)
      if (signAgain) await signAgainWith(database)
      const now = '2026-07-01T00:00:00Z'
      const before = performance.now()
      const alone = wordsOf(await verifyRecord(database, companyId, { now, signer: { keys } }))
      const verifiedIn = (performance.now() - before) / 1000
      const compared = wordsOf(await verifyRecord(database, companyId, { now, signer: { keys }, checkpoint: kept }))
      measured.push({ act, what, alone, compared, verifiedIn })
    } finally {
      await database.close()
    }
  }
  return { entries, sealedIn, acts: measured }
}

/** The verdict, with what it says about keys, times and e-mails. */
const wordsOf = (verdict: Verdict): string =>
  [verdictWords(verdict), ...verdictRemarks(verdict).filter((remark) => !remark.startsWith('The last checkpoint'))].join(' ')

async function copyOf(serverUrl: string, template: string, print: (line: string) => void): Promise<Database> {
  const name = 'gya_bench_tampered'
  const server = openPool(serverUrl, 1, () => {})
  try {
    await server.pool.query(`drop database if exists ${name} with (force)`)
    await server.pool.query(`create database ${name} template ${new URL(template).pathname.slice(1)} strategy file_copy`)
  } finally {
    await server.close()
  }
  return openPool(Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href, 2, (error) => print(error.message))
}

/** Formatted as the table of docs/record-tampering.md. */
export function printTampering(
  { entries: count, sealedIn, acts: measured }: TamperingMeasured,
  print: (line: string) => void,
): void {
  print(`\nA record of ${count.toLocaleString('en-GB')} entries, written and sealed in ${sealedIn.toFixed(1)} s.\n`)
  print('| act | what | by itself | against the mailed checkpoint | verified in |\n|---|---|---|---|---|')
  for (const { act, what, alone, compared, verifiedIn } of measured)
    print(`| ${act} | ${what} | ${alone} | ${compared} | ${verifiedIn.toFixed(2)} s |`)
}
