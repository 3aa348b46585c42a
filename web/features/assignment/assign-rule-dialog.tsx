import type { Wire } from '@gya/domain/endpoint.ts'
import { saveAssignRule } from '@gya/domain/features/assignment/assignment.contract.ts'
import { type AssignRule, assignRuleLabels, assignRules } from '@gya/domain/features/assignment/choose-progressor.ts'
import { useState } from 'react'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { AmongField, whyTooMany } from '../common/among-field.tsx'
import { ruleSaved } from './assignment.messages.ts'

type Props = { branch: Wire<typeof saveAssignRule, 'response'>; onClose: () => void }

/** Who runs new sales of a branch: the rule that an acceptance follows. */
export function AssignRuleDialog({ branch, onClose }: Props) {
  // The version when the dialog opened: a concurrent save is refused, not overwritten.
  const [version] = useState(branch.version)
  const [rule, setRule] = useState<AssignRule>(branch.assignRule)
  const [among, setAmong] = useState(branch.assignAmong)
  const { save, pending, error, overlay } = useSave(saveAssignRule, ruleSaved)
  const submit = async () => {
    const params = { companyId: branch.company, branchId: branch._id }
    if (await save({ params, body: { rule, among: rule === 'none' ? [] : among, version } })) onClose()
  }
  return (
    <Dialog
      open
      title="Who runs new sales"
      onClose={onClose}
      onSubmit={() => void submit()}
      locked={pending}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" pending={pending} disabledReason={whyTooMany(among)}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid1">
        {overlay}
        {error && <Notice tone="bad">{refusalText(error, ruleSaved.failure)}</Notice>}
        <p>
          When an offer of {branch.name} is accepted, its sales progressor is proposed by this rule. A progressor that is there
          stays.
        </p>
        <SelectField
          label="Sales progressor of a new sale"
          options={assignRules.map((value) => ({ value, label: assignRuleLabels[value] }))}
          value={rule}
          onChange={setRule}
          hint={rule === 'negotiator' ? 'Without one: whoever has the fewest sales.' : undefined}
        />
        <AmongField
          companyId={branch.company}
          branchId={branch._id}
          noneLabel="Branch admins, branch staff and progressors"
          value={among}
          onChange={setAmong}
          disabledReason={rule === 'none' ? 'Nobody is chosen' : null}
        />
      </div>
    </Dialog>
  )
}
