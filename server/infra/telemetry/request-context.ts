import { AsyncLocalStorage } from 'node:async_hooks'

export type Attributes = Record<string, string | number | boolean>

/** What is done, or a part of it, as it is traced. A failure is named by its kind: its words may be about somebody. */
export type Span = {
  /** Begins a part of it; `ago` is how many milliseconds the part has gone on already. */
  startChild(name: string, attributes: Attributes, ago?: number): Span
  end(attributes?: Attributes, failure?: string): void
}

/** What this process is doing for somebody: a call or a job. Nobody is named in it. */
export type RequestContext = { requestId?: string; route?: string; job?: string; span: Span | null }

const storage = new AsyncLocalStorage<RequestContext>()

/** The call or the job on behalf of which this line is run; undefined where nobody asked for it. */
export const requestContext = (): RequestContext | undefined => storage.getStore()

/** Does something on behalf of a call or a job; whatever it begins belongs to it too. */
export const runInContext = <T>(work: RequestContext, act: () => T): T => storage.run(work, act)

/** Does something that is asked of a service outside, as a part of the trace of the call or the job it belongs to, where that is traced. */
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

/** What kind of failure it was, without its words. */
export const errorKind = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'Error'
}
