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
    [{ SMTP_URL: 'smtps://mail.example' }],
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
    [{ SMTP_URL: 'smtps://mail.example', MAIL: 'keep' }, 'Configuration: SMTP_URL and MAIL=keep exclude each other.'],
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

describe('Connections to other machines without TLS', () => {
  test.each([
    ['DATABASE_URL', 'postgres://gya@db.example/gya'],
    ['DATABASE_URL', 'postgres://gya@db.example/gya?sslmode=prefer'],
    ['DATABASE_URL', 'postgres://gya@127.0.0.1,db.example/gya'],
    ['DATABASE_READ_URLS', 'postgres://gya@127.0.0.1/gya,postgres://gya@db.example/gya'],
    ['SMTP_URL', 'smtp://db.example'],
    ['CLAMD_URL', 'tcp://db.example:3310'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://db.example:4318'],
    ['ADDRESS_LOOKUP_URL', 'http://db.example/?q={text}'],
  ])('are refused: %s=%s', (name, address) => {
    const line = new RegExp(`^Configuration: ${name} leads to db.example without TLS`)
    expect(() => readConfig({ [name]: address })).toThrow(line)
    expect(() => readConfig({ [name]: address, UNENCRYPTED_HOSTS: 'files, db.example' })).not.toThrow()
  })

  test.each([
    { DATABASE_URL: 'postgres://gya@db.example/gya?sslmode=verify-full' },
    { DATABASE_URL: 'postgres://gya@db-1.example,db-2.example/gya?sslmode=require' },
    { DATABASE_URL: 'postgres://gya@localhost/gya', DATABASE_READ_URLS: 'postgres://gya@127.0.0.2/gya' },
    { SMTP_URL: 'smtp://user:secret@mail.example:587', CLAMD_URL: 'unix:///run/clamd.sock' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example', ADDRESS_LOOKUP_URL: 'https://lookup.example/?q={text}' },
  ])('with TLS, or on this machine, they are not: %o', (env) => {
    expect(() => readConfig(env as Record<string, string>)).not.toThrow()
  })
})

describe('SSO_TEST_PROVIDER, the loopback origin that outgoing calls may reach in tests', () => {
  const testProvider = 'http://127.0.0.1:9999'
  const read = (env: Record<string, string>) => () => readConfig({ SSO_TEST_PROVIDER: testProvider, ...env }).ssoTestProvider

  test.each([{ PUBLIC_URL: 'http://127.0.0.1:4310' }, { PUBLIC_URL: 'http://localhost:4310' }])('is read with %j', (env) => {
    expect(read(env)()).toBe(testProvider)
  })

  test.each([
    { PUBLIC_URL: 'https://app.gya.example' },
    { PUBLIC_URL: 'https://localhost.gya.example' },
    { PUBLIC_URL: 'https://127.0.0.1.gya.example' },
    { HOST: '0.0.0.0' },
  ])('is refused with %j', (env) => {
    expect(read(env)).toThrow('Configuration: SSO_TEST_PROVIDER is for tests')
  })

  test('is off by default', () => {
    expect(readConfig({}).ssoTestProvider).toBeNull()
  })
})
