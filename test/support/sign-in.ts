import { login } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import type { LightMyRequestResponse } from 'fastify'
import type { TestApp } from './test-app.ts'
import { TestClient } from './test-client.ts'

export type Cookie = LightMyRequestResponse['cookies'][number]

/** Signs in like the sign-in page; returns the response and its cookies by name. */
export async function signIn({ app }: TestApp, email: string, password: string, from = '127.0.0.1') {
  const answer = await app.inject({
    method: 'POST',
    url: `/api${login.path}`,
    remoteAddress: from,
    payload: { email, password },
  })
  const cookies = Object.fromEntries(answer.cookies.map((cookie) => [cookie.name, cookie])) as Record<string, Cookie | undefined>
  const session = cookies.gya_session ?? cookies['__Host-gya_session']
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.json<Record<string, unknown>>(),
    cookies,
    token: session?.value ?? '',
    client: new TestClient(app, session && `${session.name}=${session.value}`),
  }
}
