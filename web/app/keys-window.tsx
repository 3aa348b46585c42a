import { KeysDialog } from '../features/common/keys-dialog.tsx'
import { everywhereKeys } from '../lib/keys/everywhere-keys.ts'
import type { KeyEntry } from '../lib/keys/find-key.ts'
import { keySectionOf } from './key-registry.ts'

type Props = {
  /** Whether the target screen of a key is available. */
  works: (entry: KeyEntry) => boolean
  onClose: () => void
}

/** "`?` lists those of the screen and everywhere." [day §9](docs/design/day.md#9). */
export function KeysWindow({ works, onClose }: Props) {
  const section = keySectionOf(location.pathname)
  const everywhere = { title: 'Everywhere', keys: everywhereKeys.filter(works) }
  return (
    <KeysDialog
      title={section ? `Keys of ${section.title}` : 'Keys'}
      sections={section ? [{ title: 'On this screen', keys: section.keys, note: section.note }, everywhere] : [everywhere]}
      onClose={onClose}
    />
  )
}
