import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../../../scripts/programs.mjs'
import { scanFile } from '../../infra/files/clamd.ts'

const program = findProgram('clamd')
/** Matched by a custom signature; neither a virus nor the EICAR file. */
const infected = 'gya-local-test-signature'

describe.skipIf(program === undefined)('clamd with a custom signature', () => {
  let folder: string
  let clamd: ChildProcess
  let url: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gya-clamd-'))
    url = `unix:${join(folder, 'clamd.sock')}`
    await writeFile(join(folder, 'local.ndb'), `Gya.Local.Test:0:*:${Buffer.from(infected).toString('hex')}\n`)
    const config = [
      `LocalSocket ${join(folder, 'clamd.sock')}`,
      `DatabaseDirectory ${folder}`,
      'Foreground yes',
      'StreamMaxLength 21M',
      'User root',
    ]
    await writeFile(join(folder, 'clamd.conf'), `${config.join('\n')}\n`)
    clamd = spawn(program ?? '', ['--config-file', join(folder, 'clamd.conf')], { stdio: ['ignore', 'pipe', 'pipe'] })
    await new Promise<void>((resolve, reject) => {
      const said: string[] = []
      clamd.once('exit', () => reject(new Error(said.join('\n'))))
      for (const stream of [clamd.stdout, clamd.stderr])
        if (stream)
          createInterface(stream).on('line', (line) => {
            said.push(line)
            if (line.includes('Self checking every')) resolve()
          })
    })
  }, 60_000)
  afterAll(async () => {
    clamd.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  const file = async (content: Buffer) => {
    await writeFile(join(folder, 'upload'), content)
    return join(folder, 'upload')
  }

  test('detects the signature, and accepts a clean file of 20 MB', async () => {
    expect(await scanFile(await file(Buffer.from(`text ${infected}`)), url)).toBe('Gya.Local.Test.UNOFFICIAL')
    expect(await scanFile(await file(Buffer.alloc(20_971_520, 'a')), url)).toBeNull()
  })

  test('a file beyond clamd’s size limit is not reported clean', async () => {
    await expect(scanFile(await file(Buffer.alloc(30_000_000, 'a')), url)).rejects.toMatchObject({ code: 'SCAN_NOT_READY' })
  })

  test('an unreachable clamd does not report files clean', async () => {
    await expect(scanFile(await file(Buffer.from('text')), `${url}.none`)).rejects.toMatchObject({ code: 'SCAN_NOT_READY' })
  })
})
