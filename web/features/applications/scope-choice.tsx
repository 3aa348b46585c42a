import './applications.css'
import { type ApiScope, apiScopeLabels } from '@gya/domain/access/api-scopes.ts'
import { CheckField } from '../../ui/fields/check-field.tsx'

type Props = {
  legend: string
  offered: readonly ApiScope[]
  chosen: readonly ApiScope[]
  onChange: (chosen: ApiScope[]) => void
}

/** Scopes in words, each with a tick. */
export const ScopeChoice = ({ legend, offered, chosen, onChange }: Props) => (
  <fieldset className="app-scopes">
    <legend>{legend}</legend>
    {offered.map((scope) => (
      <CheckField
        key={scope}
        label={apiScopeLabels[scope]}
        checked={chosen.includes(scope)}
        onChange={(on) => onChange(offered.filter((one) => (one === scope ? on : chosen.includes(one))))}
      />
    ))}
  </fieldset>
)
