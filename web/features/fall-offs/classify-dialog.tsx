import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { FallOffParty } from '@gya/domain/features/fall-offs/fall-off-reasons.ts'
import { classifyFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import type { FallOffProperty } from './fall-off-consequences.ts'
import { fallOffClassified } from './fall-offs.messages.ts'
import { ReasonFields } from './reason-fields.tsx'

type FallOff = FallOffProperty['saleResets'][number]
type Values = { reasonId: string | null; party: FallOffParty | null }
type Props = { fallOff: FallOff; version: number; params: PropertyParams; onClose: () => void }

/** Asks why a sale fell off, by the company's list of reasons. */
export function ClassifyDialog({ fallOff, version, params, onClose }: Props) {
  const saving = useSaveForm<typeof classifyFallOff, Values>({
    call: classifyFallOff,
    name: `classify-${fallOff._id}`,
    initialValues: { reasonId: fallOff.reason?._id ?? null, party: fallOff.party },
    version,
    toInput: ({ reasonId, party }, from) => ({
      params: { ...params, fallOffId: fallOff._id },
      // Cannot be saved without a reason.
      body: { reasonId: reasonId ?? '', ...(party ? { party } : {}), version: from },
    }),
    messages: fallOffClassified,
    onSaved: onClose,
  })
  return (
    <SaveFormDialog
      title={`Why did the sale to ${fallOff.acceptedOffer.name} fall off?`}
      saving={saving}
      onClose={onClose}
      disabledReason={saving.form.values.reasonId === null ? 'Choose a reason first' : saving.disabledReason}
      saveLabel="Save reason"
    >
      <p className="running">{fallOff.note}</p>
      <ReasonFields companyId={params.companyId} form={saving.form} current={fallOff.reason} />
    </SaveFormDialog>
  )
}
