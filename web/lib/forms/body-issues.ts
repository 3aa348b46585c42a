import type { Endpoint } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'

const keyOf = ({ method, path }: Endpoint): string => `${method} ${path}`
const bodies = new Map(endpoints.map(({ call }) => [keyOf(call), call.body]))

/** The issues of a body by the contract of its call, which has no schemas itself in the build (build/schemas-apart.ts). */
export const bodyIssues = (call: Endpoint, body: unknown) =>
  (call.body ?? bodies.get(keyOf(call)))?.safeParse(body).error?.issues ?? []
