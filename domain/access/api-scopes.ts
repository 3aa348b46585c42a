/**
 * Rights of API keys: "An endpoint names its `scope`; one that names none answers a key 403 `NOT_FOR_KEYS`."
 * [connect §3](docs/design/connect.md#3).
 */
export const apiScopes = [
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
export type ApiScope = (typeof apiScopes)[number]

/** The access that each scope gives a key, shown where keys are created. */
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
}
