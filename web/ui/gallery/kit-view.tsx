import { IconDownload, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Page } from '../../layouts/page.tsx'
import { AddressFieldset } from '../address-fieldset.tsx'
import { Avatar } from '../avatar.tsx'
import { Button, IconButton, LinkButton } from '../button.tsx'
import { ChainLight } from '../chain-light.tsx'
import { CheckField } from '../check-field.tsx'
import { ColourField } from '../colour-field.tsx'
import { DateField } from '../date-field.tsx'
import { FileField } from '../file-field.tsx'
import { FieldGrid, FormPanel } from '../form-panel.tsx'
import { Kbd } from '../kbd.tsx'
import { Link } from '../link.tsx'
import { LookupField } from '../lookup-field.tsx'
import { Menu } from '../menu.tsx'
import { MoneyField } from '../money-field.tsx'
import { MultiSelectField } from '../multi-select-field.tsx'
import { NumberField } from '../number-field.tsx'
import type { Option } from '../option-list.tsx'
import { PasswordField } from '../password-field.tsx'
import { PercentField } from '../percent-field.tsx'
import { type Phase, PhaseBadge } from '../phase-badge.tsx'
import { SaveBar } from '../save-bar.tsx'
import { SchemeField } from '../scheme-field.tsx'
import { SegmentedField } from '../segmented-field.tsx'
import { SelectField } from '../select-field.tsx'
import { SwitchField } from '../switch-field.tsx'
import { Tag } from '../tag.tsx'
import { TextAreaField } from '../text-area-field.tsx'
import { TextField } from '../text-field.tsx'
import { Tooltip } from '../tooltip.tsx'

const phases: readonly Phase[] = ['preForSale', 'forSale', 'sold', 'exchanged', 'completed', 'withdrawn']
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((label, value) => ({
  value,
  label,
}))
const staff = ['Tamsin Larkspur', 'Osric Penhaligon', 'Ottoline Farraday', 'Percival Thrush'].map((label) => ({
  value: label,
  label,
}))
const find = async (text: string): Promise<readonly Option<string>[]> =>
  staff
    .filter((one) => one.label.toLowerCase().includes(text.toLowerCase()))
    .map((one) => ({ ...one, note: `${one.label.split(' ')[0]?.toLowerCase()}@larkmead.example` }))

const Buttons = () => (
  <FormPanel title="Buttons, signs">
    <div className="checks">
      <Button variant="primary" icon={IconPlus}>
        Create branch
      </Button>
      <Button>Cancel</Button>
      <Button variant="quiet">Go to branch</Button>
      <Button variant="danger">Perform fall off</Button>
      <Button size="s" icon={IconDownload}>
        Export CSV
      </Button>
      <IconButton icon={IconTrash} label="Delete" />
      <Button pending>Saving</Button>
      <Button variant="primary" pending>
        Save
      </Button>
      <Button variant="primary" disabledReason="Nothing has changed">
        Save
      </Button>
      <LinkButton to="/branch/create">Add Branch</LinkButton>
      <Menu
        items={[
          { label: 'Download CSV', icon: IconDownload },
          { label: 'Delete', danger: true, icon: IconTrash },
          { label: 'Restore', disabledReason: 'An offer is accepted' },
        ]}
      />
      <Link className="link" to="/profile">
        A link
      </Link>
      <span>
        <Kbd>/</Kbd>
      </span>
    </div>
    <div className="checks gallery-line">
      {phases.map((phase) => (
        <PhaseBadge key={phase} phase={phase} />
      ))}
      <Tag tone="red">Overdue</Tag>
      <Tag tone="amber">Pending</Tag>
      <Avatar name="Tamsin Larkspur" />
      <Avatar name="Tamsin Larkspur" size={36} />
      <ChainLight state="complete" />
      <ChainLight state="incomplete" />
      <ChainLight state="none" />
      <ChainLight state="unknown" />
      <Tooltip text="Gross £4,731.25 less 10 %">£4,258.13</Tooltip>
    </div>
  </FormPanel>
)

const Numbers = () => (
  <FormPanel title="Figures and days">
    <FieldGrid columns={3}>
      <NumberField label="Available licences" defaultValue={4} min={1} step={1} />
      <NumberField label="Notice period" unit="days" defaultValue={14} min={0} max={1000} step={1} />
      <PercentField label="Fee deduction" defaultValue={10} step={0.01} />
      <MoneyField label="Asking price" defaultValue={385_000} />
      <MoneyField label="Deposit" defaultValue={57_000.5} optional />
      <MoneyField label="Fixed fee" error="Enter an amount." />
      <DateField label="Signed on" defaultValue="2025-09-01" />
      <DateField label="Completion date" placeholder="Not set" hint="Needed before Exchanged." />
      <DateField label="Launched" defaultValue="2025-02-31" min="2025-01-01" />
      <NumberField label="Off" value={3} disabledReason="Platform admin only" />
      <MoneyField label="Read only" value={378_500} readOnly />
      <DateField label="Off" value="2025-10-24" disabled />
    </FieldGrid>
  </FormPanel>
)

const Words = () => (
  <FormPanel title="Words and choices">
    <FieldGrid>
      <TextField label="Name" required defaultValue="Larkmead" />
      <TextField label="E-mail" type="email" error="Enter an e-mail address." defaultValue="marnie@" />
      <TextField label="Telephone" type="tel" optional placeholder="0118 496 0000" />
      <TextField label="Off" value="Larkmead" disabledReason="Only a company admin may change this." />
      <SelectField label="Week ends on" options={weekdays} defaultValue={4} />
      <MultiSelectField
        label="Staff"
        options={staff}
        noneLabel="All staff"
        defaultValue={['Tamsin Larkspur', 'Percival Thrush']}
      />
      <LookupField
        label="Existing user"
        find={find}
        minimum={1}
        delay={100}
        placeholder="Search by e-mail"
        emptyText="No user found."
        hint="At least 3 letters."
      />
      <SegmentedField
        label="Payment"
        wide
        defaultValue="m"
        options={[
          { value: 'c', label: 'Cash' },
          { value: 'm', label: 'Mortgage' },
        ]}
      />
      <PasswordField
        label="New password"
        rule={(text) => (text.length < 12 ? ['at least 12 characters'] : [])}
        defaultValue="short"
      />
      <PasswordField label="Password that meets the rule" rule={() => []} defaultValue="Demo-Password-2026" />
      <SchemeField />
      <ColourField label="Brand colour" defaultValue="#7a1f3d" />
      <FileField label="Company logo" accept="image/png,image/jpeg" picture />
      <FileField label="Being sent" value={new File(['x'.repeat(4096)], 'plan.pdf')} progress={0.4} />
      <TextAreaField label="Display text" limit={1750} defaultValue="A family firm since 1974." className="full" />
      <div className="checks full">
        <CheckField label="Address is known at this time." defaultChecked />
        <CheckField label="Use branch deduction" />
        <CheckField label="Some" indeterminate />
        <CheckField label="Off" disabled defaultChecked />
        <SwitchField label="Show all steps" defaultChecked />
        <SwitchField label="Financial" />
      </div>
    </FieldGrid>
    <AddressFieldset field={(part) => ({ defaultValue: part === 'postcode' ? 'RG30 6DT' : '' })} />
  </FormPanel>
)

export const KitView = () => {
  const [pending, setPending] = useState(false)
  return (
    <Page
      crumbs={[{ label: 'Larkmead', to: '/company/edit' }, { label: 'Kit' }]}
      title="Kit"
      actions={<Button icon={IconPlus}>Add Branch</Button>}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setPending(true)
        }}
      >
        <Buttons />
        <Words />
        <Numbers />
        <div className="before-savebar" />
        <SaveBar changes={1} summary="Name" onDiscard={() => setPending(false)} pending={pending} />
      </form>
    </Page>
  )
}
