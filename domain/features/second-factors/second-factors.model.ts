import { z } from 'zod'

/** Binary data of WebAuthn. */
export const Base64Url = z.string('This value is incomplete.').regex(/^[A-Za-z0-9_-]{1,20000}$/, 'This value is incomplete.')
export const Ticket = z.string('This value is incomplete.').regex(/^[A-Za-z0-9_-]{43}$/, 'This value is incomplete.')

/** The response of `navigator.credentials.get`, as JSON: the fields that the server reads. */
export const PasskeyAnswer = z.strictObject({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.optional(),
  }),
})

export const Descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()).optional() })

/** `PublicKeyCredentialRequestOptionsJSON`, with the ticket that the response belongs to. */
export const PasskeyQuestion = z.object({
  ticket: z.string(),
  options: z.object({
    challenge: z.string(),
    timeout: z.int(),
    rpId: z.string(),
    userVerification: z.literal('required'),
    allowCredentials: z.array(Descriptor),
  }),
})
