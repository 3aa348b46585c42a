import { KeysDialog } from '../common/keys-dialog.tsx'
import { otherKeys, outcomeKeys, todayKeys } from './today-keys.ts'

/** `?`: the keys of Today. */
export const TodayKeysDialog = ({ onClose }: { onClose: () => void }) => (
  <KeysDialog
    title="Keys of Today"
    keys={[...todayKeys, ...otherKeys]}
    note={
      <>
        After L: 1 spoke, 2 left message, 3 no answer, 4 promised, {outcomeKeys.length} e-mailed. After S: 1 later today, 2
        tomorrow, 3 in 3 days, 4 next Monday, 5 a day.
      </>
    }
    onClose={onClose}
  />
)
