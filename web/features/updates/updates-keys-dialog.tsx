import { KeysDialog } from '../common/keys-dialog.tsx'
import { otherUpdateKeys, updateKeys } from './updates-keys.ts'

/** `?`: the keys of the update run. */
export const UpdateKeysDialog = ({ onClose }: { onClose: () => void }) => (
  <KeysDialog title="Keys of Updates" keys={[...updateKeys, ...otherUpdateKeys]} onClose={onClose} />
)
