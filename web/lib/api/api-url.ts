import type { Endpoint } from '@gya/domain/endpoint.ts'

const fillPath = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

const queryOf = (query: Record<string, unknown> = {}): string => {
  const defined = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return defined.length === 0 ? '' : `?${new URLSearchParams(defined.map(([name, value]) => [name, String(value)]))}`
}

/** URL of a call, for links and pictures. */
export const apiUrl = (
  call: Pick<Endpoint, 'path'>,
  input: { params?: object | undefined; query?: object | undefined } = {},
): string =>
  `/api${fillPath(call.path, input.params as Record<string, unknown>)}${queryOf(input.query as Record<string, unknown>)}`
