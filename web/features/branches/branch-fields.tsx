import type { ReactNode } from 'react'
import { AddressFields } from '../../platform/address-fields.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { FieldGrid, FormPanel, TwoColumn } from '../../ui/form-panel.tsx'
import { PercentField } from '../../ui/percent-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

const overrideLabel = 'Override the company’s deduction'

export const branchImageLabel = 'Branch image'
export const branchImageHint = 'JPEG, PNG, WebP, GIF or AVIF, less than 20 MB.'

/** The form path of every field and its words on screen: the labels, and what a Save bar names. */
export const branchLabels = {
  name: 'Name',
  tel: 'Telephone',
  email: 'E-mail',
  address: 'Address',
  displayText: 'Display text',
  useBranchDeduction: overrideLabel,
  feeDeduction: 'Fee deduction',
  administrator: 'Administrator',
} satisfies Record<string, string>

type BranchFieldsProps = {
  /** `form.getInputProps` of the form that holds the branch. */
  field: (path: string, options?: { type: 'checkbox' }) => object
  /** "A branch's fee deduction field is enabled only when the override flag useBranchDeduction is ticked." */
  usesOwnDeduction: boolean
  /** The company's own fee deduction, which counts while the branch has none; undefined while it is not known. */
  companyDeduction: number | null | undefined
  /** The image of the branch. */
  image: ReactNode
  /** Why this reader may change nothing. */
  locked?: string | null
  /** The administrator section, for those who may change the branch. */
  administrator?: ReactNode
}

/** The fields of a branch, the same on create and edit. */
export const BranchFields = ({
  field,
  usesOwnDeduction,
  companyDeduction,
  image,
  locked = null,
  administrator,
}: BranchFieldsProps) => (
  <TwoColumn>
    <div>
      <FormPanel title="Branch details">
        <FieldGrid>
          <TextField {...field('name')} label={branchLabels.name} className="full" required disabledReason={locked} />
          <TextField {...field('tel')} label={branchLabels.tel} type="tel" optional disabledReason={locked} />
          <TextField {...field('email')} label={branchLabels.email} type="email" optional disabledReason={locked} />
        </FieldGrid>
        <AddressFields field={(part) => field(`address.${part}`)} disabledReason={locked} />
      </FormPanel>
      {administrator}
    </div>
    <div>
      <FormPanel title="Image">{image}</FormPanel>
      <FormPanel title="Fees">
        <FieldGrid columns={1}>
          <CheckField
            {...field('useBranchDeduction', { type: 'checkbox' })}
            label={overrideLabel}
            hint={companyDeductionHint(companyDeduction)}
            disabledReason={locked}
          />
          <PercentField
            {...field('feeDeduction')}
            label={branchLabels.feeDeduction}
            step={0.01}
            width={160}
            optional
            disabledReason={locked ?? (usesOwnDeduction ? null : `Tick “${overrideLabel}” first.`)}
          />
        </FieldGrid>
      </FormPanel>
      <FormPanel>
        <TextAreaField
          {...field('displayText')}
          label={branchLabels.displayText}
          rows={8}
          limit={1750}
          optional
          disabledReason={locked}
        />
      </FormPanel>
    </div>
  </TwoColumn>
)

const companyDeductionHint = (percent: number | null | undefined): string | undefined => {
  if (percent === undefined) return undefined
  return percent === null ? 'The company has no fee deduction.' : `The company’s fee deduction is ${percent} %.`
}
