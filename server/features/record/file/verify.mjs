#!/usr/bin/env node
/**
 * Verifies a record file offline: `node verify.mjs [FOLDER]`. Needs Node.js 20 or newer and nothing else.
 * Exit code 0: whole. 1: not whole, the first line says from where. 2: a file is missing or cannot be read.
 *
 * - record.jsonl: the entries, one a line. `digest` = SHA-256(salt, canonical data, and of an entry with an author
 *   a line end and the canonical author); canonical is RFC 8785 (sorted members).
 * - proof.bin: the leaf of every position, 32 bytes each. An entry's leaf is SHA-256 of "gya-record-1\n" and its canonical
 *   form with the digest in place of the data. Leaves of other sales reveal nothing.
 * - Each position's hash is SHA-256(hash before, leaf); position 0 is SHA-256("gya-record-1 " and the company's id).
 * - checkpoints.txt: signed statements of position and hash. Compare them with an e-mail that the agency kept.
 * - keys.txt: the public keys (Ed25519).
 */
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

class Unreadable extends Error {}

const folder = process.argv[2] ?? dirname(fileURLToPath(import.meta.url))
const read = (name) => {
  try {
    return readFileSync(join(folder, name))
  } catch {
    throw new Unreadable(`${name} is missing or cannot be read.`)
  }
}
const lines = (name) => read(name).toString('utf8').split(/\r?\n/).filter(Boolean)
const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const count = (number) => number.toLocaleString('en-GB')

/** RFC 8785: members sorted by UTF-16 code units, no white space. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, one]) => one !== undefined)
    members.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

function readCheckpoints() {
  const form = /^(\S+)\/record\/([0-9a-f-]{36})\n(\d+)\n([A-Za-z0-9+/]{43}=)\nat (\S+)\n\n((?:— \S+ [A-Za-z0-9+/=]+\n?)+)/gm
  const text = read('checkpoints.txt').toString('utf8').replaceAll('\r', '')
  const found = [...text.matchAll(form)].map(([, host, company, position, hash, at, signatures]) => ({
    company,
    position: Number(position),
    hash: Buffer.from(hash, 'base64'),
    at,
    signed: `${host}/record/${company}\n${position}\n${hash}\nat ${at}\n`,
    signatures: [...signatures.matchAll(/ ([A-Za-z0-9+/=]+)\n?$/gm)].map(([, one]) => Buffer.from(one, 'base64')),
  }))
  if (found.length === 0) throw new Unreadable('checkpoints.txt holds no checkpoint.')
  return found.sort((a, b) => a.position - b.position)
}

function readKeys() {
  const prefix = Buffer.from('302a300506032b6570032100', 'hex')
  const keys = lines('keys.txt').map((line) => line.split(' '))
  return new Map(
    keys.map(([id, raw]) => [
      id,
      createPublicKey({ key: Buffer.concat([prefix, Buffer.from(raw ?? '', 'base64')]), format: 'der', type: 'spki' }),
    ]),
  )
}

function readEntries() {
  return lines('record.jsonl').map((line, index) => {
    try {
      return JSON.parse(line)
    } catch {
      return { unreadable: index + 1 }
    }
  })
}

const faults = []
const addFault = (position, what) => faults.push({ position, what })

/** Signatures, and the chain of hashes from checkpoint to checkpoint. */
function verifyChain(checkpoints, keys, proof) {
  const last = checkpoints.at(-1)
  const start = last.position - proof.length / 32
  const begin = checkpoints.find(({ position }) => position === start)
  if (proof.length % 32 !== 0 || start < 0 || (start > 0 && !begin))
    throw new Unreadable('proof.bin does not begin at a checkpoint.')
  for (const { position, signed, signatures } of checkpoints) {
    const known = signatures.filter((one) => keys.has(one.toString('hex', 0, 4)))
    const isSigned =
      known.length > 0 &&
      known.every((one) => verifySignature(null, Buffer.from(signed), keys.get(one.toString('hex', 0, 4)), one.subarray(4)))
    if (!isSigned) addFault(position, `The checkpoint at entry ${count(position)} is not signed with a key of keys.txt.`)
  }
  let hash = start === 0 ? sha256(`gya-record-1 ${last.company}`) : begin.hash
  let holds = start
  for (let position = start + 1; position <= last.position; position += 1) {
    const at = (position - start - 1) * 32
    hash = sha256(hash, proof.subarray(at, at + 32))
    const checkpoint = checkpoints.find((one) => one.position === position)
    if (!checkpoint) continue
    if (checkpoint.hash.equals(hash)) holds = position
    else {
      addFault(holds + 1, `Between entries ${count(holds + 1)} and ${count(position)} the proof differs from the signed record.`)
      break
    }
  }
  return { start, leafAt: (position) => proof.subarray((position - start - 1) * 32, (position - start) * 32) }
}

const digestOf = (salt, { data, author }) =>
  sha256(Buffer.from(salt, 'hex'), canonical(data), author ? `\n${canonical(author)}` : '').toString('hex')

/** Whether an erasure lists exactly these replaced entries. */
function isBound(erasure) {
  if (!erasure || erasure.salt === null || digestOf(erasure.salt, erasure) !== erasure.digest) return false
  const said = erasure.data.amended ?? {}
  const listed = erasure.amended.toSorted(([a], [b]) => a - b)
  return (
    said.count === listed.length &&
    said.digest === sha256(listed.map(([position, digest]) => `${position} ${digest}\n`).join('')).toString('hex')
  )
}

function verifyEntry(entry, company, leafAt, erasures) {
  const { position, id, at, kind, property, user, via, viaId, digest, salt, replaced } = entry
  const leaf = leafAt(position)
  const told = canonical({ at, company, data: digest, id, kind, position, property, user, via, viaId })
  if (leaf.length !== 32 || !sha256('gya-record-1\n', told).equals(leaf))
    return addFault(position, `Entry ${count(position)} was changed after it was written.`)
  if (!replaced) {
    if (salt === null || digestOf(salt, entry) !== digest)
      addFault(position, `Entry ${count(position)} was changed after it was written.`)
    return
  }
  const erasure = erasures.get(replaced.by)
  const isListed = erasure?.amended.some(([one, listed]) => one === position && listed === replaced.digest)
  if (replaced.salt === null || digestOf(replaced.salt, entry) !== replaced.digest)
    addFault(position, `Entry ${count(position)} was changed after an erasure replaced it.`)
  else if (!isListed || !isBound(erasure)) addFault(position, `Entry ${count(position)} was replaced without a matching erasure.`)
}

/** Entries recorded later than at their own time: more than an hour earlier than an entry or checkpoint before them. */
function lateRemarks(entries, checkpoints) {
  let reached = 0
  return [...entries, ...checkpoints.map(({ position, at }) => ({ position: position + 0.5, at }))]
    .toSorted((a, b) => a.position - b.position)
    .flatMap(({ position, at }) => {
      const isLate = Number.isInteger(position) && Date.parse(at) + 3_600_000 < reached
      const after = new Date(reached).toISOString()
      reached = Math.max(reached, Date.parse(at))
      return isLate ? [`Entry ${count(position)} has the time ${at}, but was recorded after ${after}.`] : []
    })
}

/** Verifies the other files against SHA256SUMS. Returns the documents whose hashes are in no entry of this file. */
function verifyFiles(entries) {
  const hashes = new Set(entries.map(({ data }) => data.sha256))
  const unproved = []
  for (const line of lines('SHA256SUMS')) {
    const [, sum, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? []
    if (!name || !existsSync(join(folder, name))) addFault(Number.MAX_SAFE_INTEGER, `${name ?? line} is missing.`)
    else if (sha256(read(name)).toString('hex') !== sum)
      addFault(Number.MAX_SAFE_INTEGER, `${name} was changed after it was made.`)
    else if (name.startsWith('documents/') && !hashes.has(sum)) unproved.push(`No entry of this file has the hash of ${name}.`)
  }
  return unproved
}

try {
  const checkpoints = readCheckpoints()
  const last = checkpoints.at(-1)
  const { start, leafAt } = verifyChain(checkpoints, readKeys(), read('proof.bin'))
  const all = readEntries()
  for (const { unreadable } of all) if (unreadable) addFault(start, `Line ${unreadable} of record.jsonl cannot be read.`)
  const readable = all.filter(({ unreadable }) => !unreadable)
  const erasures = new Map(readable.filter(({ amended }) => amended).map((erasure) => [erasure.id, erasure]))
  for (const entry of readable) verifyEntry(entry, last.company, leafAt, erasures)
  const remarks = [...lateRemarks(readable, checkpoints), ...verifyFiles(readable)]
  faults.sort((a, b) => a.position - b.position)
  const entries = readable.filter(({ amended }) => !amended)
  const first = `${count(entries.length)} entries between ${count(start + 1)} and ${count(last.position)}, signed ${last.at}`
  const signed = `Signed with the keys ${[...readKeys().keys()].join(', ')}: the e-mails of checkpoints must have them too.`
  const verdict = faults.length === 0 ? [`Whole: ${first}.`, signed] : new Set(faults.map(({ what }) => what))
  const shown =
    'It can be shown that nothing sealed was changed, removed, moved or added later than the last checkpoint somebody holds.'
  const notShown = 'It cannot be shown that what was typed was true, nor who sat at the keyboard.'
  process.stdout.write(`${[...verdict, ...remarks, shown, notShown].join('\n')}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Unreadable ? error.message : `The files cannot be read: ${error.message}`}\n`)
  process.exitCode = 2
}
