import { tooManyViewsMessage } from '@gya/domain/common/messages-without-catalogue.ts'
import { listViews, updateView } from '@gya/domain/features/views/views.contract.ts'
import { type ViewColumnId } from '@gya/domain/features/views/views.model.ts'
import { whyNotAddView } from '@gya/domain/features/views/views.rules.ts'
import { IconDots, IconLink, IconLock, IconPlus, IconTable, IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ColumnsButton, FreezeMenu } from './view-buttons.tsx'
import './views.css'
import { callOptions } from '../../../lib/api/use-call.ts'
import { useSave } from '../../../lib/forms/use-save.tsx'
import { useMay, useMe } from '../../../lib/session/session.tsx'
import { undoStack } from '../../../lib/undo/undo-stack.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useIsPhone } from '../../../ui/layout/use-is-phone.ts'
import { Link, useFollowLink } from '../../../ui/navigation/link.tsx'
import { lazyDialog } from '../../../ui/overlays/lazy-dialog.tsx'
import { Menu, type MenuEntry } from '../../../ui/overlays/menu.tsx'
import type { SavedView, SavedViewState } from './use-list-view.tsx'
import type { ViewContent } from './view-dialog.tsx'

const ViewDialog = lazyDialog(async () => (await import('./view-dialog.tsx')).ViewDialog)
const DeleteViewDialog = lazyDialog(async () => (await import('./view-dialog.tsx')).DeleteViewDialog)

export type ViewBarProps = {
  saved: SavedViewState
  /** The page belongs to one branch: tabs of views of other branches are left out. */
  branchId: string | undefined
  columns: readonly ViewColumnId[]
  onColumns: (columns: ViewColumnId[]) => void
  frozen: number
  onFrozen: (frozen: number) => void
  /** Maximum number of frozen columns at this width. */
  fitting: number
  /** Whether the screen differs from the view, apart from page and search. */
  differs: boolean
  /** The current state of the screen, to be saved. */
  content: () => ViewContent
  /** Resets to the saved view. */
  onReset: () => void
  /** URL of a view without changes. Null: Standard. */
  hrefOf: (viewId: string | null) => string
  /** URL of the current state of the screen, for sharing. */
  link: () => string
}

const savedMessages = {
  success: { title: 'View saved' },
  failure: { title: 'The view was not saved', text: 'Please try again.' },
}

/**
 * "Tabs over the table: Standard (the specification's, cannot be changed), mine, branch's. A changed view says 'Changed' with Save · Save
 * as new · Reset." [day §8](docs/design/day.md#8).
 */
export default function ViewBar(props: ViewBarProps) {
  const { saved, branchId, differs, content, onReset, hrefOf, link } = props
  const { companyId, list, view } = saved
  const me = useMe()
  const maySave = useMay('view.save')
  const isPhone = useIsPhone()
  const follow = useFollowLink()
  const queries = useQueryClient()
  const [dialog, setDialog] = useState<'add' | 'edit' | 'delete' | null>(null)
  const { save, pending, overlay } = useSave(updateView, savedMessages)
  const ofList = (saved.all ?? []).filter((one) => one.list === list)
  const mine = ofList.filter(({ owner }) => owner._id === me._id)
  const shared = ofList.filter(
    (one) => one.owner._id !== me._id && (branchId === undefined || one.branchId === branchId || one._id === view?._id),
  )
  const ownCount = (saved.all ?? []).filter(({ owner }) => owner._id === me._id).length
  const tooMany = whyNotAddView({ ofPerson: ownCount }) && tooManyViewsMessage
  const isChanged = differs || view?.outdated === true

  /** Shows the saved view before it is read again; otherwise its former columns would appear for a moment. */
  const show = (saved: SavedView) => {
    const { queryKey } = callOptions(listViews, { params: { companyId } })
    queries.setQueryData<{ views: SavedView[] }>(queryKey, (before) => {
      const others = before?.views.filter(({ _id }) => _id !== saved._id) ?? []
      return { views: [...others, saved].toSorted((a, b) => a.name.toLowerCase().localeCompare(b.name.toLowerCase())) }
    })
    setDialog(null)
    follow(hrefOf(saved._id))
  }
  const saveView = async (view: SavedView) => {
    const { name, branchId, version, _id: viewId } = view
    const answer = await save({ params: { companyId, viewId }, body: { ...content(), name, branchId, version } })
    if (answer) show(answer)
  }
  const copyLink = () =>
    void (navigator.clipboard?.writeText(new URL(link(), location.href).href) ?? Promise.reject(new Error('No clipboard.'))).then(
      () => undoStack.announce('The link is copied.'),
      () => undoStack.announce('The browser did not allow copying: copy the address of the page.'),
    )

  const dialogs = (
    <>
      {overlay}
      {dialog === 'add' && (
        <ViewDialog
          companyId={companyId}
          branchId={branchId}
          content={content()}
          onClose={() => setDialog(null)}
          onSaved={show}
        />
      )}
      {dialog === 'edit' && view && (
        <ViewDialog
          companyId={companyId}
          branchId={branchId}
          view={view}
          // The rest of the saved view stays unchanged.
          content={{ list, columns: view.columns, frozen: view.frozen, filters: view.filters, sort: view.sort }}
          onClose={() => setDialog(null)}
          onSaved={(answer) => (differs ? setDialog(null) : show(answer))}
        />
      )}
      {dialog === 'delete' && view && (
        <DeleteViewDialog
          companyId={companyId}
          view={view}
          onClose={() => setDialog(null)}
          onDone={() => {
            setDialog(null)
            follow(hrefOf(null))
          }}
        />
      )}
    </>
  )
  const options: MenuEntry[] = view?.mayChange
    ? [
        { label: 'Rename or share', onSelect: () => setDialog('edit') },
        { label: 'Delete', danger: true, onSelect: () => setDialog('delete') },
      ]
    : []
  const saveAsNew = { label: 'Save as new', disabledReason: tooMany, onSelect: () => setDialog('add') }

  if (isPhone) {
    const changes: MenuEntry[] = isChanged
      ? [
          ...(view?.mayChange ? [{ label: 'Save', onSelect: () => void saveView(view) }] : []),
          ...(maySave ? [saveAsNew] : []),
          { label: 'Reset', onSelect: onReset },
        ]
      : []
    return (
      <div className="bar up views" role="group" aria-label="View">
        <SelectField
          label="View"
          hideLabel
          small
          options={[
            { value: '', label: 'Standard' },
            ...[...mine, ...shared].map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          value={view?._id ?? ''}
          onChange={(id) => follow(hrefOf(id === '' ? null : id))}
        />
        {isChanged && <span className="changed">Changed</span>}
        <span className="spacer" />
        <Menu
          label="View"
          icon={IconDots}
          size="s"
          variant="quiet"
          items={[...changes, ...options, { label: 'Copy link', onSelect: copyLink }]}
        />
        {dialogs}
      </div>
    )
  }
  return (
    <div className="bar up views">
      <ViewTabs view={view} mine={mine} shared={shared} hrefOf={hrefOf} />
      {!isChanged && maySave && (
        <IconButton
          icon={IconPlus}
          label="Save as a new view"
          size="s"
          variant="quiet"
          aria-haspopup="dialog"
          disabledReason={tooMany}
          onClick={() => setDialog('add')}
        />
      )}
      {options.length > 0 && <Menu label="Options of the view" icon={IconDots} size="s" variant="quiet" items={options} />}
      {isChanged && (
        <span className="changes" role="group" aria-label="Changes of the view">
          <span className="changed">Changed</span>
          {view?.mayChange && (
            <Button size="s" variant="quiet" pending={pending} onClick={() => void saveView(view)}>
              Save
            </Button>
          )}
          {maySave && (
            <Button size="s" variant="quiet" aria-haspopup="dialog" disabledReason={tooMany} onClick={() => setDialog('add')}>
              Save as new
            </Button>
          )}
          {differs && (
            <Button size="s" variant="quiet" onClick={onReset}>
              Reset
            </Button>
          )}
        </span>
      )}
      <span className="spacer" />
      <IconButton icon={IconLink} label="Copy link" size="s" variant="quiet" onClick={copyLink} />
      <FreezeMenu {...props} />
      <ColumnsButton {...props} />
      {dialogs}
    </div>
  )
}

type TabsProps = Pick<ViewBarProps, 'hrefOf'> & {
  view: SavedView | null
  mine: readonly SavedView[]
  shared: readonly SavedView[]
}

const ViewTabs = ({ view, mine, shared, hrefOf }: TabsProps) => {
  const bar = useRef<HTMLElement>(null)
  const current = view?._id ?? null
  useEffect(() => {
    if (current !== null) bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  const tab = (id: string | null, name: string, icon: typeof IconTable, tip?: string) => (
    <Link
      key={id}
      to={hrefOf(id)}
      className="view-tab"
      aria-current={id === current ? 'page' : undefined}
      data-tip={tip}
      keepScroll
    >
      <Icon of={icon} size={14} />
      <span>{name}</span>
      {icon === IconUsers && <span className="vh">, shared</span>}
    </Link>
  )
  return (
    <nav ref={bar} className="view-tabs" aria-label="Views">
      {tab(null, 'Standard', IconLock)}
      {mine.map(({ _id, name, branchId }) => tab(_id, name, branchId === null ? IconTable : IconUsers))}
      {shared.map(({ _id, name, owner }) => tab(_id, name, IconUsers, `Shared by ${owner.name}`))}
    </nav>
  )
}
