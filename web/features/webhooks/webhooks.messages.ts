const failure = { title: 'Something went wrong. Please try again.' }

export const webhookAdded = { success: { title: 'Webhook added' }, failure }
export const webhookSaved = { success: { title: 'Webhook saved' }, failure }
export const webhookRotated = { success: { title: 'New secret made' }, failure }
export const webhookDeleted = { success: { title: 'Webhook deleted' }, failure }
export const webhookSwitchedOff = { success: { title: 'Webhook switched off' }, failure }
export const webhookSwitchedOn = { success: { title: 'Webhook switched on' }, failure }
// The page shows the result.
export const webhookTested = { success: { title: 'Test message sent' }, failure, quiet: true as const }
export const messagesReplayed = { success: { title: 'Messages will be sent again' }, failure }
