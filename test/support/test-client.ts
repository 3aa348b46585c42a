import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import type { ErrorBody } from '@gya/domain/error-catalogue.ts'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { holdToDescription } from './described-answers.ts'

type Parts = 'params' | 'query' | 'body'
type RequiredInput<E extends Endpoint> = {
  [Part in Parts as E[Part] extends object ? (Part extends 'query' ? never : Part) : never]: Wire<E, Part>
} & (E['query'] extends object ? { query?: Wire<E, 'query'> } : unknown)

/** The input of a call: the parts that its contract has. */
type CallArguments<E extends Endpoint> = object extends RequiredInput<E> ? [input?: RequiredInput<E>] : [input: RequiredInput<E>]

/** The URL of a call. */
export const addressOf = (path: string, params: object = {}, query: object = {}): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return `/api${filled}${asked && `?${asked}`}`
}

/** Makes requests like the browser: with a session cookie and `x-client: Web`. */
export class TestClient {
  readonly #app: FastifyInstance
  readonly #cookie: () => Promise<string | undefined>
  readonly #keepsRenewed: boolean
  /** The session cookie that replaced the given one. */
  #renewed: string | undefined
  /** `cookie`: the cookie, replaced when its token is renewed, or a function that returns it for each request. */
  constructor(app: FastifyInstance, cookie?: string | (() => Promise<string>)) {
    this.#app = app
    this.#keepsRenewed = typeof cookie === 'string'
    this.#cookie = typeof cookie === 'function' ? cookie : () => Promise.resolve(cookie)
  }

  /** Sends a raw request with this client's headers; those of the request win. */
  async inject(request: InjectOptions): Promise<LightMyRequestResponse> {
    const cookie = this.#renewed ?? (await this.#cookie())
    const answer = await this.#app.inject({
      ...request,
      headers: { ...(cookie ? { cookie } : {}), 'x-client': 'Web', ...request.headers },
    })
    // Answers to a key leave out what its scopes do not allow; those of the specification's calls are described as people get them.
    if (typeof request.url === 'string' && request.headers?.authorization === undefined)
      holdToDescription(this.#app, { method: request.method ?? 'GET', url: request.url }, answer)
    // For a sign-in, the test reads the cookie itself.
    const signsIn = typeof request.url === 'string' && request.url.startsWith('/api/auth/')
    if (this.#keepsRenewed && !signsIn) this.#keepRenewed(answer, cookie)
    return answer
  }

  #keepRenewed({ cookies }: LightMyRequestResponse, cookie: string | undefined): void {
    const session = cookies.find(({ name, value }) => value !== '' && cookie?.startsWith(`${name}=`))
    if (session) this.#renewed = `${session.name}=${session.value}`
  }

  /** Makes a call; returns status, headers and body. */
  async call<E extends Endpoint>(call: E, ...[input]: CallArguments<E>) {
    const { params, query, body } = (input ?? {}) as { params?: object; query?: object; body?: object }
    const answer = await this.inject({
      method: call.method,
      url: addressOf(call.path, params, query),
      ...(body === undefined ? {} : { payload: body }),
    })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json<unknown>() }
  }

  /** Makes a call that must succeed; returns its response. */
  async ok<E extends Endpoint>(call: E, ...input: CallArguments<E>): Promise<Wire<E, 'response'>> {
    const { status, body } = await this.call(call, ...input)
    if (status !== 200) throw new Error(`${call.method} ${call.path} answered ${status}: ${JSON.stringify(body)}`)
    return body as Wire<E, 'response'>
  }

  /** Makes a call that must fail; returns its error. */
  async refusal<E extends Endpoint>(call: E, ...input: CallArguments<E>): Promise<ErrorBody & { status: number }> {
    const { status, body } = await this.call(call, ...input)
    if (status < 400) throw new Error(`${call.method} ${call.path} was not refused: ${JSON.stringify(body)}`)
    return { ...(body as ErrorBody), status }
  }
}
