import type { CallLimit } from '../../endpoint.ts'

export const passkeyLimits: readonly CallLimit[] = [{ name: 'passkey-from', per: 'address', most: 200, minutes: 15 }]
export const forgotPasswordLimits: readonly CallLimit[] = [
  { name: 'forgot', per: 'email', most: 5, minutes: 60 },
  { name: 'forgot-from', per: 'address', most: 50, minutes: 60 },
]
export const resetByLinkLimits: readonly CallLimit[] = [{ name: 'reset-from', per: 'address', most: 50, minutes: 15 }]
export const verifyEmailLimits: readonly CallLimit[] = [{ name: 'verify-from', per: 'address', most: 50, minutes: 15 }]
export const ownPasswordLimits: readonly CallLimit[] = [{ name: 'password-of', per: 'person', most: 20, minutes: 60 }]
