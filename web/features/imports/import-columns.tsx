import { findImportField, type ImportKind, importKinds } from '@gya/domain/features/imports/import-kinds.ts'
import { mapImportFile } from '@gya/domain/features/imports/imports.contract.ts'
import type { FileColumn, ImportDetail, ImportFile } from '@gya/domain/features/imports/imports.model.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { Tag } from '../../ui/tag.tsx'
import { fileNames } from './file-names.ts'
import { FurtherKindOffer } from './further-kind-offer.tsx'
import { mappingSaved } from './imports.messages.ts'
import { sentMapping } from './sent-mapping.ts'

const mappedWords = { recognised: 'recognised', remembered: 'as last time', person: 'chosen' } as const

type Branches = readonly { _id: string; name: string }[]
type Props = { companyId: string; one: ImportDetail; file: ImportFile; branches: Branches }

type Mapping = Record<string, string | null>
type Codes = Record<string, Record<string, string | null>>

/** The columns of a file: samples, the field of each, and the meaning of codes. Each choice is saved immediately. */
export function ImportColumns({ companyId, one, file, branches }: Props) {
  const { save, pending, error, overlay } = useSave(mapImportFile, mappingSaved)
  const sent = sentMapping(file)
  const { kind } = sent
  const isOpen = one.confirmedOn === null && !pending
  const put = (change: { kind?: ImportKind; mapping?: Mapping; codes?: Codes }) =>
    void save({
      params: { companyId, importId: one._id, fileId: file._id },
      body: { ...sent, ...change },
    })
  const fields = [
    { value: null, label: 'Not imported' },
    ...importKinds[kind].fields.map(({ key, title, needed, absence }) => ({
      value: key,
      label: needed && absence !== 'warning' ? `${title} (needed)` : title,
    })),
  ]
  const setField = (name: string, field: string | null) => {
    const codes = { ...sent.codes }
    delete codes[name]
    put({ mapping: { ...sent.mapping, [name]: field }, codes })
  }
  const setCode = (name: string, value: string, ours: string | null) =>
    put({ codes: { ...sent.codes, [name]: { ...sent.codes[name], [value]: ours } } })
  return (
    <FormPanel title={fileNames(one.files).get(file._id)}>
      {overlay}
      {error && <Notice tone="bad">{error.issues[0]?.message ?? error.message}</Notice>}
      {file.missing.map((words) => (
        <Notice key={words} tone="warn">
          {words}
        </Notice>
      ))}
      {file.also && one.confirmedOn === null && <FurtherKindOffer companyId={companyId} one={one} file={file} also={file.also} />}
      <SelectField<ImportKind>
        label="What is in this file"
        options={(Object.keys(importKinds) as ImportKind[]).map((value) => ({ value, label: importKinds[value].title }))}
        value={file.kind ?? undefined}
        disabled={!isOpen}
        onChange={(value) => put({ kind: value, mapping: {}, codes: {} })}
      />
      <table className="import-columns">
        <thead>
          <tr>
            <th scope="col">Their column</th>
            <th scope="col">Samples</th>
            <th scope="col">Filled</th>
            <th scope="col">Our field</th>
            <th scope="col">Matched</th>
          </tr>
        </thead>
        <tbody>
          {file.columns.map(({ name, samples, filled, field, mappedBy, isUnread }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="samples mut">{samples.join(' · ')}</td>
              <td className="tnum">{filled}%</td>
              <td className="field">
                <SelectField<string | null>
                  label={`Field of ${name}`}
                  hideLabel
                  small
                  searchable
                  options={fields}
                  value={field}
                  disabled={!isOpen}
                  onChange={(value) => setField(name, value)}
                />
              </td>
              <td>
                {mappedBy && <Tag tone={mappedBy === 'person' ? 'grey' : 'good'}>{mappedWords[mappedBy]}</Tag>}
                {isUnread && <Tag tone="amber">mostly not readable</Tag>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {file.columns.map((column) => (
        <CodeList key={column.name} kind={kind} column={column} branches={branches} disabled={!isOpen} onChange={setCode} />
      ))}
    </FormPanel>
  )
}

type CodeListProps = {
  kind: ImportKind
  column: FileColumn
  branches: Branches
  disabled: boolean
  onChange: (name: string, value: string, ours: string | null) => void
}

/** The values of a choice column with their count, and what each stands for. */
function CodeList({ kind, column, branches, disabled, onChange }: CodeListProps) {
  const { name, codes, field: key } = column
  if (codes.length === 0 || key === null) return null
  const field = findImportField(kind, key)
  const ours =
    key === 'branch'
      ? branches.map(({ _id, name: label }) => ({ value: _id, label }))
      : (field?.choices ?? []).map(({ value, title }) => ({ value: String(value), label: title }))
  const options = [{ value: null, label: 'Leave empty' }, ...ours]
  return (
    <section className="import-codes" aria-label={`Codes of ${name}`}>
      <h3>
        {name} → {field?.title}
      </h3>
      {codes.map(({ value, count, ours: chosen }) => (
        <SelectField<string | null>
          key={value}
          label={`${value} (${count.toLocaleString('en-GB')})`}
          options={options}
          value={chosen}
          disabled={disabled}
          onChange={(next) => onChange(name, value, next)}
        />
      ))}
    </section>
  )
}
