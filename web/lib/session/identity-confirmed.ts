/** The window in which somebody confirms their identity with the company's provider notifies other windows through this key. */
const key = 'gya.identity-confirmed'

/** Other windows get a storage event; nothing stays stored. */
export function tellIdentityConfirmed(): void {
  localStorage.setItem(key, '1')
  localStorage.removeItem(key)
}

/** Returns the function that stops listening. */
export function onIdentityConfirmed(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key && event.newValue !== null) listener()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
