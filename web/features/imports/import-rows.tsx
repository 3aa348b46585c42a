import type { Wire } from '@gya/domain/endpoint.ts'
import { chooseImportRows, listImportRows } from '@gya/domain/features/imports/imports.contract.ts'
import type { Decision, ImportDetail, RowChoice, RowOutcome } from '@gya/domain/features/imports/imports.model.ts'
import { IconAlertTriangle, IconCopy, IconEqual, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { findKey, isTyping, pressedOf } from '../../lib/keys/find-key.ts'
import { useMe } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { briefIssues } from './brief-issues.ts'
import { fileNames } from './file-names.ts'
import { importKeys } from './import-keys.ts'
import { choiceSaved } from './imports.messages.ts'
import { OpenedRow } from './opened-row.tsx'
import { titledPlanText } from './plan-text.ts'
import { whatHappens } from './what-happens.ts'

export type Row = Wire<typeof listImportRows, 'response'>['data'][number]

export const decisionIcons = {
  error: IconAlertTriangle,
  duplicate: IconCopy,
  create: IconPlus,
  update: IconPencil,
  same: IconEqual,
  skip: IconMinus,
}
const choiceLabels: Record<RowChoice, string> = { skip: 'Leave out', update: 'Update', create: 'Create' }

/** Without an existing object there is nothing to update. */
const choicesOf = ({ targetId }: Row): RowChoice[] =>
  (Object.keys(choiceLabels) as RowChoice[]).filter((choice) => choice !== 'update' || targetId !== null)
/** Errors and duplicates come first, so a phone has them on its first page. */
const [rowsPerPage, rowsPerPhonePage] = [50, 10]
const shownFields = 4

/** Limits the list to the first fields. An open row shows all. */
const inShort = (fields: readonly string[]): string =>
  [...fields.slice(0, shownFields), ...(fields.length > shownFields ? [`${fields.length - shownFields} more`] : [])].join(' · ')

const keyOf = ({ fileId, rowNo }: Pick<Row, 'fileId' | 'rowNo'>): string => `${fileId} ${rowNo}`

const resultOf = (row: Row): string | null =>
  row.undoneOn ? 'Undone.' : (row.keptBecause ?? row.heldBack ?? row.leftOut ?? (row.writtenOn ? 'Written.' : null))

type Props = {
  companyId: string
  one: ImportDetail
  decision: Decision | null
  /** Only rows with a warning, or with a cell that is left empty. */
  level?: 'empty' | 'warning' | null
  outcome: RowOutcome | null
  /** Buttons at the right of the filters. */
  tools?: ReactNode
}

/** The rows of an import: their content, decision or result, and the reasons. */
export function ImportRows({ companyId, one, decision, level = null, outcome, tools }: Props) {
  const params = { companyId, importId: one._id }
  const { singleKeys } = useMe()
  const asked = useIsPhone() ? rowsPerPhonePage : rowsPerPage
  const [searchText, setSearchText] = useState('')
  const [fileId, setFileId] = useState<string | null>(null)
  const [order, setOrder] = useState<'errors' | 'line'>('errors')
  const [page, setPage] = useState(0)
  const [opened, setOpened] = useState<Row | null>(null)
  const choosing = useSave(chooseImportRows, choiceSaved)
  const query = {
    ...(decision ? { decision } : {}),
    ...(level ? { level } : {}),
    ...(outcome ? { outcome } : {}),
    ...(searchText ? { searchText } : {}),
    ...(fileId ? { fileId } : {}),
    order,
    itemsPerPage: String(asked),
    currentPage: String(page),
  }
  const list = useCall(listImportRows, { params, query }, { keep: true })
  const { refetch } = list
  // The start of a check reads the rows again, which may be before it has ended: what was read then looks fresh.
  useEffect(() => {
    if (one.state === 'checked') void refetch({ cancelRefetch: false })
  }, [one.state, one.position, refetch])
  const rows = list.data?.data ?? []
  const open = useCallback((row: Row) => setOpened((now) => (now && keyOf(now) === keyOf(row) ? null : row)), [setOpened])
  const isChoosable = (row: Row | undefined): row is Row => row?.decision === 'duplicate' && one.state === 'checked'
  const choose = (row: Row, choice: RowChoice) =>
    void choosing.save({ params, body: { fileId: row.fileId, rowNos: [row.rowNo], choice } })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isTyping(event.target)) return
    const command = findKey(importKeys, pressedOf(event.nativeEvent), singleKeys)?.command
    if (!command) return
    const line = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')
    const at = rows.findIndex((row) => keyOf(row) === line?.dataset.row)
    if (command === 'next-error') {
      const next = rows.find(({ decision: what }, index) => index > at && what === 'error')
      const found = next && document.querySelector<HTMLElement>(`[data-row="${CSS.escape(keyOf(next))}"] [data-row-link]`)
      if (!found) return
      event.preventDefault()
      found.focus()
      return
    }
    const row = rows[at]
    if (!isChoosable(row) || !choicesOf(row).includes(command)) return
    event.preventDefault()
    choose(row, command)
  }
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setPage(0)
      setOpened(null)
    }
  const isRun = outcome !== null || rows.some(({ writtenOn }) => writtenOn !== null)
  const names = fileNames(one.files)
  const nameOf = ({ fileId: id }: Row) => names.get(id) ?? ''
  const titleOf = ({ title, decision: what }: Row) => title || (what === 'skip' ? '(skipped)' : '(unreadable)')
  const happens = (row: Row) => {
    const { as, label } = whatHappens(row)
    return (
      <span className={`what-${as}`}>
        <Icon of={decisionIcons[as]} size={14} /> {label}
      </span>
    )
  }
  const why = (row: Row) => {
    const { shown, more } = briefIssues(row.issues)
    return (
      <>
        {resultOf(row) && <b>{resultOf(row)} </b>}
        {shown.map(({ level: of, words }) => (
          <span key={words} className={`issue ${of}`}>
            {words}{' '}
          </span>
        ))}
        {more > 0 && <span className="mut nowrap">and {more} more</span>}
        {isChoosable(row) && (
          <span className="choices">
            {choicesOf(row).map((choice) => (
              <Button
                key={choice}
                size="s"
                aria-pressed={(row.choice ?? 'skip') === choice}
                onClick={(event) => {
                  event.stopPropagation()
                  choose(row, choice)
                }}
              >
                {choiceLabels[choice]}
              </Button>
            ))}
          </span>
        )}
      </>
    )
  }
  const isOpened = (row: Row) => opened !== null && keyOf(opened) === keyOf(row)
  const openedRow = opened && <OpenedRow one={one} row={opened} onClose={() => setOpened(null)} />
  const columns: readonly Column<Row>[] = [
    { id: 'line', head: 'Line', className: 'tnum', cell: ({ rowNo }) => rowNo },
    ...(one.files.length > 1 ? [{ id: 'file', head: 'File', className: 'of-file mut', cell: nameOf }] : []),
    { id: 'decision', head: 'What happens', className: 'nowrap', cell: happens },
    { id: 'title', head: 'What it is', className: 'of-title', main: true, cell: titleOf },
    {
      id: 'plan',
      head: isRun ? 'Content' : 'What will be written',
      className: 'wide-text',
      // Nothing is written of errors and skipped rows; when opened they show their cells.
      cell: (row) =>
        (outcome !== null || (row.decision !== 'error' && row.decision !== 'skip')) && (
          <span className="brief">
            {inShort(
              row.plan
                .filter(({ from, to }) => row.decision !== 'duplicate' || row.choice !== 'update' || from !== to)
                .map((field) => titledPlanText(row.kind, field)),
            )}
          </span>
        ),
    },
    {
      id: 'why',
      head: isRun ? 'Result' : 'Why, and what you can do',
      className: 'wide-text',
      cell: why,
    },
  ]
  return (
    <section className="import-rows" aria-label="Rows" onKeyDown={onKeyDown}>
      {choosing.overlay}
      <div className="import-tools">
        <SearchField
          label="Search"
          placeholder="Address, name, reference, words of an error"
          value={searchText}
          onChange={change((text: string | undefined) => setSearchText(text ?? ''))}
        />
        {one.files.length > 1 && (
          <SelectField<string | null>
            label="File"
            options={[
              { value: null, label: `All ${one.files.length} files` },
              ...one.files.map(({ _id }) => ({ value: _id, label: names.get(_id) ?? '' })),
            ]}
            value={fileId}
            onChange={change(setFileId)}
          />
        )}
        <SelectField<'errors' | 'line'>
          label="Order"
          options={[
            { value: 'errors', label: 'Errors and duplicates first' },
            { value: 'line', label: 'As in the files' },
          ]}
          value={order}
          onChange={change(setOrder)}
        />
        <span className="spacer" />
        {singleKeys && one.state === 'checked' && (
          <span className="import-keys mut" aria-hidden="true">
            {[
              ['E', 'next error'],
              ['U', 'update'],
              ['S', 'leave out'],
              ['C', 'create'],
            ].map(([key, does]) => (
              <span key={key}>
                <span className="kbd">{key}</span> {does}
              </span>
            ))}
          </span>
        )}
        {tools}
      </div>
      <PagedTable
        label="Rows"
        columns={columns}
        rowKey={keyOf}
        rowClassName={({ decision: what }) => (what === 'error' ? 'with-error' : undefined)}
        onOpen={open}
        selectedKey={opened ? keyOf(opened) : undefined}
        {...pagedTableProps(list)}
        asked={asked}
        onPage={setPage}
        under={openedRow}
        cardHasLinks
        card={(row) => (
          <>
            <div className="r1">
              <button type="button" className="open" data-row-link aria-expanded={isOpened(row)} onClick={() => open(row)}>
                {titleOf(row)}
              </button>
              <span className="spacer" />
              {happens(row)}
            </div>
            <p className="mut">
              Line {row.rowNo}
              {one.files.length > 1 && ` of ${nameOf(row)}`}
            </p>
            <p>{why(row)}</p>
            {isOpened(row) && openedRow}
          </>
        )}
        empty={<EmptyState title="No such rows.">Choose another filter.</EmptyState>}
      />
    </section>
  )
}
