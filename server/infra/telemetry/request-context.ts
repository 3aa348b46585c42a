import { AsyncLocalStorage } from 'node:async_hooks'

export type Attributes = Record<string, string | number | boolean>

/** A span of a trace. Errors are recorded by type, because their messages may contain personal data. */
export type Span = {
  /** `ago`: milliseconds since the child started. */
  startChild(name: string, attributes: Attributes, ago?: number): Span
  end(attributes?: Attributes, failure?: string): void
}

/**
 * The current request or job, without personal data. `position`: position of its last commit, if standbys answer reads. `session`: id in
 * the session log of the signed-in user. `keyId`: the API key of the call. `grantId`: what the user allowed the application that makes it. `partyLinkId`: the party link of the call.
 */
export type RequestContext = {
  requestId?: string
  route?: string
  job?: string
  /** Writes an error of the job to the log. */
  log?: (line: string) => void
  span: Span | null
  position?: string
  session?: { id: string; isVendor: boolean }
  keyId?: string
  grantId?: string
  partyLinkId?: string
  /** The import that the job runs. */
  importId?: string
}

const storage = new AsyncLocalStorage<RequestContext>()

/** Undefined outside a request or job. */
export const requestContext = (): RequestContext | undefined => storage.getStore()

/** Runs a function, and everything it starts, in a context. */
export const runInContext = <T>(work: RequestContext, act: () => T): T => storage.run(work, act)

/** Runs a call to an external service as a child span of the current trace, if any. */
export async function traced<T>(name: string, attributes: Attributes, act: () => Promise<T>): Promise<T> {
  const work = requestContext()
  const span = work?.span?.startChild(name, attributes)
  if (!work || !span) return act()
  try {
    const result = await runInContext({ ...work, span }, act)
    span.end()
    return result
  } catch (error) {
    span.end({}, errorKind(error))
    throw error
  }
}

/** The code or name of an error, without its message. */
export const errorKind = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'Error'
}
