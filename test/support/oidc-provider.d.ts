/** The parts of the package that the test provider uses; the package has no types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  export type Interaction = {
    uid: string
    prompt: { name: string; details: Record<string, unknown> }
    params: Record<string, unknown>
    session?: { accountId: string }
    grantId?: string
  }

  export class Grant {
    constructor(of: { accountId: string; clientId: string })
    addOIDCScope(scope: string): void
    addOIDCClaims(claims: string[]): void
    save(): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    proxy: boolean
    Grant: typeof Grant
    callback(): RequestListener
    interactionDetails(request: unknown, response: unknown): Promise<Interaction>
    interactionFinished(
      request: unknown,
      response: unknown,
      result: Record<string, unknown>,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>
    on(event: string, listener: (...args: unknown[]) => void): void
  }
}
