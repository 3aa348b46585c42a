/** The demo receiver responds with 500 to messages for this name. */
export const failingReceiver = 'failing'

const path = '/api/demo-receiver/'

/** Returns the URL of a demo receiver. */
export const demoReceiverAddress = (publicUrl: string, name: string): string => `${new URL(publicUrl).origin}${path}${name}`

/** Whether a URL belongs to the demo receiver. It is the only address of this server that webhooks may call, and only in the demo. */
export const isDemoReceiver = (publicUrl: string, address: string): boolean =>
  URL.canParse(address) &&
  new URL(address).origin === new URL(publicUrl).origin &&
  /^\/api\/demo-receiver\/[a-z][a-z0-9-]{0,39}$/.test(new URL(address).pathname)
