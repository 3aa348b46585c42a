/**
 * "Type of a contact: `solicitor`, `broker`, or unknown (existing ones); unknown appears in both pickers."
 * [meeting points, With the specification](docs/design/meeting-points.md#with-the-specification).
 */
export const contactTypes = ['solicitor', 'broker', 'unknown'] as const
export type ContactType = (typeof contactTypes)[number]

export const contactTypeLabels: Record<ContactType, string> = {
  solicitor: 'Solicitor',
  broker: 'Mortgage broker',
  unknown: 'Unknown',
}

/** Contact types listed in a picker of solicitors or brokers. */
export const contactTypesForRole = (role: Exclude<ContactType, 'unknown'>): readonly ContactType[] => [role, 'unknown']
