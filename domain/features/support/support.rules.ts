import type { CallLimit } from '../../endpoint.ts'

export const supportLimits: readonly CallLimit[] = [{ name: 'support', per: 'person', most: 20, minutes: 60 }]
