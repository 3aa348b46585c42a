import './calendar-feeds.css'
import { makeFeed } from '@gya/domain/features/calendar-feeds/calendar-feeds.contract.ts'
import { type FeedKind, feedKindLabels, feedKinds } from '@gya/domain/features/calendar-feeds/calendar-feeds.model.ts'
import { useState } from 'react'
import { CallDialog } from '../../lib/forms/call-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { MultiSelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useBranchOptions } from '../common/use-branch-options.ts'
import { feedMade } from './calendar-feeds.messages.ts'
import { FeedAddressDialog } from './feed-address-dialog.tsx'

/** Creates a calendar feed and shows its address once. */
export function MakeFeedDialog({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const branches = useBranchOptions(me.company?._id ?? '', me.company !== null)
  const saving = useSave(makeFeed, feedMade)
  const [made, setMade] = useState<{ name: string; address: string } | null>(null)
  const [name, setName] = useState('')
  const [kinds, setKinds] = useState<readonly FeedKind[]>(feedKinds)
  const [mine, setMine] = useState(false)
  const [branchIds, setBranchIds] = useState<string[]>([])
  if (made) return <FeedAddressDialog {...made} onClose={onClose} />
  const disabledReason = name.trim() === '' ? 'Enter a name' : kinds.length === 0 ? 'Choose what it contains' : null
  const save = async () => {
    const body = { name, kinds: [...kinds], mine, branchIds: branchIds.length > 0 ? branchIds : null }
    const answer = await saving.save({ body })
    if (answer) setMade(answer)
  }
  const refused = saving.error?.issues.find(({ path }) => path === 'name')?.message
  return (
    <CallDialog
      title="New calendar"
      saving={saving}
      messages={feedMade}
      saveLabel="Make calendar"
      disabledReason={disabledReason}
      dirty={name !== ''}
      isRefusedAtField={refused !== undefined}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="The name shown in your calendar program, such as “GYA, my phone”."
        value={name}
        onChange={setName}
        error={refused}
        required
      />
      <fieldset className="feed-kinds">
        <legend>Shows</legend>
        {feedKinds.map((kind) => (
          <CheckField
            key={kind}
            label={feedKindLabels[kind]}
            checked={kinds.includes(kind)}
            onChange={(on) => setKinds(feedKinds.filter((one) => (one === kind ? on : kinds.includes(one))))}
          />
        ))}
      </fieldset>
      <CheckField
        label="Only sales I progress"
        hint="Otherwise those of all branches you reach, also of branches that you join later."
        checked={mine}
        onChange={setMine}
      />
      {branches.length > 1 && (
        <MultiSelectField
          label="Branches"
          options={branches}
          value={branchIds}
          onChange={setBranchIds}
          noneLabel="All you can access"
          optional
        />
      )}
    </CallDialog>
  )
}
