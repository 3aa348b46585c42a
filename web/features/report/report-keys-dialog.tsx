import { KeysDialog } from '../common/keys-dialog.tsx'
import { gridKeys } from './report-keys.ts'

/** `?`: the keys of the report. */
export const ReportKeysDialog = ({ onClose }: { onClose: () => void }) => (
  <KeysDialog title="Keys of the report" keys={gridKeys} onClose={onClose} />
)
