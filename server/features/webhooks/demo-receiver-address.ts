/** The name under which the receiver of the demo answers 500. */
export const failingReceiver = 'failing'

const path = '/api/demo-receiver/'

/** An address of the receiver of the demo. */
export const demoReceiverAddress = (publicUrl: string, name: string): string => `${new URL(publicUrl).origin}${path}${name}`

/** Whether an address is of the receiver of the demo: the only one of our own that is called, and only there. */
export const isDemoReceiver = (publicUrl: string, address: string): boolean =>
  URL.canParse(address) &&
  new URL(address).origin === new URL(publicUrl).origin &&
  /^\/api\/demo-receiver\/[a-z][a-z0-9-]{0,39}$/.test(new URL(address).pathname)
