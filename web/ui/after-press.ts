const waiting = new Set<() => void>()
let pressed = false

const release = (): void => {
  pressed = false
  for (const work of waiting) work()
  waiting.clear()
}

if (typeof document !== 'undefined') {
  document.addEventListener('mousedown', () => void (pressed = true), true)
  // The click of a press comes after its release, in the same task.
  for (const end of ['mouseup', 'dragend']) document.addEventListener(end, () => setTimeout(release), true)
}

/**
 * Does what moves the page once the mouse button or finger that is down has been lifted and has clicked: something that
 * appears when a field is left must not move the button that is being pressed from under the pointer.
 */
export const afterPointerUp = (work: () => void): void => {
  if (pressed) waiting.add(work)
  else work()
}
