/**
 * Rights of API keys and applications: "An endpoint names its `scope`; one that names none answers a key 403 `NOT_FOR_KEYS`."
 * [connect §3](docs/design/connect.md#3).
 */
export const keyScopes = [
  'report:read',
  'property:read',
  'property:write',
  'offer:read',
  'offer:write',
  'viewing:write',
  'note:write',
  'document:read',
  'document:write',
  'contact:read',
  'contact:write',
  'event:read',
  'webhook:manage',
] as const

/** "And three for tools only." [open §2.3](docs/design/open.md#2.3). */
export const toolScopes = ['day:read', 'forecast:read', 'draft:write'] as const

export const apiScopes = [...keyScopes, ...toolScopes] as const
export type KeyScope = (typeof keyScopes)[number]
export type ApiScope = (typeof apiScopes)[number]

/** The access that each scope gives, shown where keys are created and applications connected. */
export const apiScopeLabels: Record<ApiScope, string> = {
  'report:read': 'Read the workflow report, with fees',
  'property:read': 'Read properties',
  'property:write': 'Take on and change properties and prices',
  'offer:read': 'Read offers',
  'offer:write': 'Add and change offers',
  'viewing:write': 'Add and change viewings',
  'note:write': 'Write notes',
  'document:read': 'Download documents',
  'document:write': 'Add and change documents',
  'contact:read': 'Read names and contact details of people and firms',
  'contact:write': 'Add and change contacts',
  'event:read': 'Read what happened',
  'webhook:manage': 'Read webhooks and their messages',
  'day:read': 'See Today: what is due, whom to call and what was said',
  'forecast:read': 'See forecasts and figures, with the sales behind them',
  'draft:write': 'Make drafts and proposals; you decide on each in GYA',
}
