import type { Page } from '@playwright/test'

/** Pastes into a field, or outside of fields. */
export const paste = (page: Page, text: string, target = page.locator('body')): Promise<void> =>
  target.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
