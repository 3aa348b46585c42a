/** Replaces `server/features/properties/projections/action-items.ts`: see `without-action-items.ts`. */
import type * as actionItems from '../../server/features/properties/projections/action-items.ts'

export const deriveActionItems: typeof actionItems.deriveActionItems = async () => {}
export const deriveTaskItems: typeof actionItems.deriveTaskItems = async () => {}
