import { showCount } from '@gya/domain/common/show-count.ts'
import { type ShareRule, shareRuleLabels, shareRules } from '@gya/domain/features/assignment/choose-progressor.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { AmongField } from '../common/among-field.tsx'

/** Nobody chosen: the rule of each branch decides. */
export type ImportShare = { among: string[]; by: ShareRule }
export const noShare: ImportShare = { among: [], by: 'load' }

type Props = { companyId: string; count: number; value: ImportShare; onChange: (share: ImportShare) => void }

/** "28 sales without a progressor: share them among … by load". [seat §6](docs/design/seat.md#6). */
export function ShareImported({ companyId, count, value, onChange }: Props) {
  if (count === 0) return null
  return (
    <Notice tone="info" title={`${showCount(count, 'sale')} without a progressor`}>
      <p>Share {count === 1 ? 'it' : 'them'} among people. Without a choice the rule of each branch decides.</p>
      <div className="import-share">
        <AmongField
          companyId={companyId}
          noneLabel="Nobody chosen"
          value={value.among}
          onChange={(among) => onChange({ ...value, among })}
        />
        <SelectField
          label="By"
          options={shareRules.map((rule) => ({ value: rule, label: shareRuleLabels[rule] }))}
          value={value.by}
          onChange={(by) => onChange({ ...value, by })}
        />
      </div>
    </Notice>
  )
}
