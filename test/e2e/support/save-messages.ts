import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    saveMessages?: string[]
  }
}

/**
 * Records every message that a save shows. A message is on screen for two seconds, which a slow machine can miss between two
 * polls. Call this before the page opens an address.
 */
export async function recordSaveMessages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const messages: string[] = []
    window.saveMessages = messages
    const recorded = new WeakMap<Element, string>()
    const record = () => {
      for (const overlay of document.querySelectorAll('.overlay')) {
        const text = overlay.textContent ?? ''
        if (recorded.get(overlay) === text) continue
        recorded.set(overlay, text)
        messages.push(text)
      }
    }
    new MutationObserver(record).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** Waits for a save message with this text. Each message is found once: the next call waits for a later one. */
export const expectSaveMessage = (page: Page, text: string): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate((wanted) => {
          const messages = window.saveMessages ?? []
          const index = messages.findIndex((message) => message.includes(wanted))
          if (index >= 0) messages.splice(0, index + 1)
          return index >= 0
        }, text),
      { message: `save message “${text}”` },
    )
    .toBe(true)
