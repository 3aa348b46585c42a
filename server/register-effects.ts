import { settleCustomers } from './features/customer-checks/settle-customers.ts'
import { endForecasts } from './features/forecast/end-forecasts.ts'
import { enforceGates } from './features/gates/enforce-gates.ts'
import { queueAutomaticMessages } from './features/messages/automatic-messages.ts'
import { cancelMessagesOfEndedSales } from './features/messages/cancel-messages-of-ended-sales.ts'
import { updateLinksOnChanges } from './features/party-links/update-links-on-changes.ts'
import { type PropertyChanged, registerEffect } from './features/properties/write/property-effects.ts'
import { applyTaskTemplates } from './features/tasks/apply-task-templates.ts'
import { notifyVendors } from './features/vendor-portal/notify-vendor.ts'

const oneByOne = (effect: (change: PropertyChanged) => Promise<void>) => async (changes: readonly PropertyChanged[]) => {
  for (const change of changes) await effect(change)
}

/** What saves of properties cause in other features, in calls and jobs. */
export function registerEffects(): void {
  registerEffect('vendor', notifyVendors)
  registerEffect('gates', oneByOne(enforceGates))
  registerEffect('tasks', oneByOne(applyTaskTemplates))
  registerEffect('messages', async (changes) => {
    await queueAutomaticMessages(changes)
    await cancelMessagesOfEndedSales(changes)
  })
  registerEffect('forecast', endForecasts)
  registerEffect('links', updateLinksOnChanges)
  registerEffect('sale-file', settleCustomers)
}
