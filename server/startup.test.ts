import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { readConfig, requireMail } from './config.ts'
import { StartError } from './startup-errors.ts'

describe('SMTP_URL is required unless DEMO=1 or MAIL=keep', () => {
  const start = (env: Record<string, string>) => () => requireMail(readConfig(env))
  const missing = 'Configuration: SMTP_URL is missing. Set it, or MAIL=keep to keep messages in the mailbox unsent.'

  test.each([
    [{ SMTP_URL: 'smtp://mail.example' }],
    [{ MAIL: 'keep' }],
    [{ DEMO: '1' }],
    [{ DEMO: '1', MAIL: 'keep' }],
    [{ DEMO: '1', MAIL: '/var/mail/somebody' }],
  ])('starts with %j', (env) => {
    expect(start(env)).not.toThrow()
  })

  test.each([
    [{}, missing],
    [{ SMTP_URL: '' }, missing],
    [{ DEMO: '0' }, missing],
    [{ SMTP_URL: 'smtp://mail.example', MAIL: 'keep' }, 'Configuration: SMTP_URL and MAIL=keep exclude each other.'],
    [{ MAIL: '/var/mail/somebody' }, missing],
  ])('%j: %s', (env, line) => {
    expect(start(env)).toThrow(new StartError(line))
  })

  test('main.ts prints one line and exits', async () => {
    const app = spawn(process.execPath, ['server/main.ts'], {
      cwd: join(import.meta.dirname, '..'),
      env: { PATH: process.env.PATH, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [said, [code]] = await Promise.all([text(app.stderr), once(app, 'exit')])
    expect([said, code]).toEqual([`${missing}\n`, 1])
  })
})

test.each([
  [{ PORT: 'eighty' }, 'Configuration: PORT must be a port number.'],
  [
    { S3_ENDPOINT: 'https://s3.example', S3_SECRET_ACCESS_KEY: 'secret-key' },
    'Configuration: files go to S3 only with S3_BUCKET, S3_ACCESS_KEY_ID as well; without any S3_… they go to a folder.',
  ],
])('readConfig names the invalid variable and no secret: %o', (env, line) => {
  expect(() => readConfig(env)).toThrow(line)
})
