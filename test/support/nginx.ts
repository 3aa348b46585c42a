import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findProgram } from '../../scripts/programs.mjs'

/** The server name in `gya.conf`. */
export const servedName = 'gya.example'

export type NginxServer = {
  port: number
  /** Redirects HTTP to HTTPS. */
  httpPort: number
  /** Its self-signed certificate. */
  certificate: string
  /** The access log, one line per request. */
  accessLog(): Promise<string[]>
  /** The error log. */
  errorLog(): Promise<string[]>
  stop(): Promise<void>
}

/** Currently unused ports. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

/** Starts nginx with `gya.conf`, changing only ports, upstreams and paths. Throws nginx's configuration errors. */
export async function startNginx(processes: readonly number[]): Promise<NginxServer> {
  const program = findProgram('nginx')
  if (!program) throw new Error('There is no nginx on this machine.')
  const folder = await mkdtemp(join(tmpdir(), 'gya-nginx-'))
  const certificate = await makeCertificate(folder)
  const [port = 0, httpPort = 0] = await freePorts(2)
  const file = await writeConfiguration({ folder, processes, port, httpPort })
  const nginx = [program, '-e', 'stderr', '-p', folder, '-c', file] as const
  await promisify(execFile)(nginx[0], [...nginx.slice(1), '-t'])
  const linesOf = async (name: string) => (await readFile(join(folder, 'logs', name), 'utf8')).split('\n').filter(Boolean)
  const child = spawn(nginx[0], nginx.slice(1), { stdio: ['ignore', 'ignore', 'inherit'] })
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  const ended = once(child, 'exit')
  await Promise.race([waitForPort(port), ended.then(() => Promise.reject(new Error('nginx ended.')))])
  return {
    port,
    httpPort,
    certificate,
    accessLog: () => linesOf('gya-access.log'),
    errorLog: () => linesOf('gya-error.log'),
    stop: async () => {
      process.off('exit', end)
      end()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A certificate valid for two days, generated because private keys do not belong in a repository. */
export async function makeCertificate(folder: string, name = servedName, file = 'certificate.pem'): Promise<string> {
  const named = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const made = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, file)]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  await promisify(execFile)('openssl', ['req', ...kind, ...named, ...made])
  return readFile(join(folder, file), 'utf8')
}

type NginxPaths = { folder: string; processes: readonly number[]; port: number; httpPort: number }

async function writeConfiguration({ folder, processes, port, httpPort }: NginxPaths): Promise<string> {
  const servers = processes.map((one) => `    server 127.0.0.1:${one} max_fails=0;`).join('\n')
  const given = await readFile(join(import.meta.dirname, '../../ops/nginx/gya.conf'), 'utf8')
  const placed = given
    .replace(/( *server 127\.0\.0\.1:\d+ max_fails=0;\n)+/, () => `${servers}\n`)
    .replace(/^.*listen \[::\].*\n/gm, '')
    .replace(/listen 443 /g, `listen 127.0.0.1:${port} `)
    .replace(/listen 80(?=[ ;])/g, `listen 127.0.0.1:${httpPort}`)
    .replace(/\/etc\/letsencrypt\/live\/gya\.example\/fullchain\.pem/, join(folder, 'certificate.pem'))
    .replace(/\/etc\/letsencrypt\/live\/gya\.example\/privkey\.pem/, join(folder, 'key.pem'))
    .replace(/\/var\/log\/nginx/g, join(folder, 'logs'))
    .replace(/gya-error\.log crit/, 'gya-error.log error')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`)
  const whole = `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 4096; }
http {
${temporary.join('\n')}
${placed}
}
`
  await mkdir(join(folder, 'logs'))
  await writeFile(join(folder, 'nginx.conf'), whole)
  return join(folder, 'nginx.conf')
}

export async function waitForPort(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const there = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (there) return
    await setTimeout(20)
  }
}

export type HttpsRequest = { method?: string; path: string; headers?: Record<string, string>; body?: string | Buffer }
export type HttpsResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export type HttpsClient = {
  /** Rejects if the response is missing or incomplete. */
  send(asked: HttpsRequest): Promise<HttpsResponse>
  /** Resolves with the response headers, for streaming bodies. */
  open(asked: HttpsRequest): Promise<IncomingMessage>
  close(): void
}

/** An HTTPS client that trusts nginx's certificate and connects from its own loopback address (127.0.0.x). */
export function httpsClient({ port, certificate }: NginxServer, localAddress = '127.0.0.1', maxSockets = 6): HttpsClient {
  const agent = new Agent({ keepAlive: true, maxSockets, ca: certificate, servername: servedName })
  const open: HttpsClient['open'] = async ({ method = 'GET', path, headers = {}, body = '' }) => {
    const length = body.length > 0 ? { 'content-length': String(Buffer.byteLength(body)) } : {}
    const asked = request({
      agent,
      port,
      localAddress,
      method,
      path,
      host: '127.0.0.1',
      headers: { host: servedName, ...headers, ...length },
    })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    // Later errors are reported where the body is read.
    asked.on('error', () => {})
    return answer
  }
  return {
    open,
    send: async (asked) => {
      const answer = await open(asked)
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
    },
    close: () => agent.destroy(),
  }
}
