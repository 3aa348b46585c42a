import type { Page } from '@playwright/test'

/**
 * Waits until the page is painted in its new size and colour scheme and animations have ended. A frame alone is not enough:
 * until Chromium has painted, computed styles may still have inherited colours of the old scheme, and the end of an inherited
 * transition starts those of the elements inside.
 */
export async function waitForPaint(page: Page): Promise<void> {
  // A screenshot, however small, requires a painted frame.
  await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } })
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    for (let animations = running(); animations.length > 0; animations = running()) {
      await Promise.allSettled(animations.map(({ finished }) => finished))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
}
