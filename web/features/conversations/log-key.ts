import { isModified } from '../../lib/uses-keys.ts'
import { isCtrlEnter } from '../../ui/overlays/dialog.tsx'

type Pressed = Parameters<typeof isModified>[0] & Parameters<typeof isCtrlEnter>[0] & { target: EventTarget | null }

/**
 * Whether a key logs the conversation: `Ctrl Enter` anywhere in the form, and Enter in its day or time, so that a promise is "2 k, 'thu',
 * Enter" ([seat §20](docs/design/seat.md#20)). In a note, Enter is a new line.
 */
export const isLogKey = (event: Pressed): boolean =>
  isCtrlEnter(event) || (event.key === 'Enter' && !event.repeat && !isModified(event) && isDayOf(event.target))

const isDayOf = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'text' && target.closest('.conversation-top, .sale-lines') !== null
