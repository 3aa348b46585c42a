import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { isAgreedPhase } from '@gya/domain/features/timeline/phase.ts'
import './chain-editor.css'
import './chain.css'
import { maxChainLinks } from '@gya/domain/features/chain/chain.model.ts'
import { readSaleForecast } from '@gya/domain/features/forecast/forecast.contract.ts'
import { IconLink } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCall } from '../../lib/api/use-call.ts'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import { findKey, pressedOf } from '../../lib/keys/find-key.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useLocalStorage } from '../../lib/storage/use-local-storage.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { SaveBar } from '../../ui/layout/save-bar.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { ConfirmByTypingDialog } from '../../ui/overlays/confirm-dialog.tsx'
import {
  buyersEnd,
  firstLineOfAddress,
  notUpdatedText,
  onwardPurchase,
  resetDroppedChains,
  startChain,
  updateAllLinked,
} from './chain.messages.ts'
import {
  type ChainProperty,
  droppedProperties,
  linkedProperties,
  linkName,
  newLinkId,
  outOfScopeProperties,
} from './chain-edit.ts'
import { chainKeys } from './chain-keys.ts'
import { ChainNotices } from './chain-notices.tsx'
import { ChainTable } from './chain-table.tsx'
import { LinkCard, type LinkReady } from './link-card.tsx'
import { linkedPropertyPreview } from './linked-property-preview.ts'
import { linksReady } from './links-ready.ts'
import { ReplacedChainsDialog } from './replaced-chains-dialog.tsx'
import { type ChainEdit, useCardActions, useChainEdit, useChainSave, useOpenCards } from './use-chain-edit.ts'

/** "Reset (typed confirmation)": removes all links; takes effect on save. */
export function ResetChain({ line1, onReset }: { line1: string; onReset: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button size="s" variant="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Reset
      </Button>
      <ConfirmByTypingDialog
        open={asking}
        title="Reset chain"
        text={line1}
        what={firstLineOfAddress}
        confirmLabel="Reset chain"
        onConfirm={() => {
          setAsking(false)
          onReset()
        }}
        onCancel={() => setAsking(false)}
      >
        <p>Every link is taken out of this property’s chain. Nothing is saved until you save the chain.</p>
      </ConfirmByTypingDialog>
    </>
  )
}

type Props = { property: ChainProperty; params: PropertyParams }
type Cards = ReturnType<typeof useOpenCards>
type Saving = ReturnType<typeof useChainSave>

/** Edits the chain of a property. Use the property's id as React key. */
export function ChainEditor({ property, params }: Props) {
  const edit = useChainEdit(property)
  const cards = useOpenCards(edit)
  const updateAll = useUpdateAll(edit)
  const saving = useChainSave(params, edit, updateAll.chosen, (answer) => {
    cards.carryOver(answer)
    edit.show(answer)
    updateAll.done()
  })
  useFocusFirstError(saving, cards)
  const mayEdit = useMay('property.edit')
  const { data: figures } = useCall(readSaleForecast, { params, query: {} }, { enabled: isAgreedPhase(property.phase) })
  const ready = useMemo(() => linksReady(figures?.forecast), [figures])
  const { links, changes, dirty } = edit
  const [view, setView] = useLocalStorage<ChainView>('chain-view', 'cards')
  // On a phone the options sit above the bar; inside it they would cover a third of the screen and the focused field.
  const isPhone = useIsPhone()
  const canSave = dirty || updateAll.chosen !== null
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (canSave && !saving.pending) saving.save()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || !mayEdit) return
    if (findKey(chainKeys, pressedOf(event), true)?.command === 'save') submit(event)
  }
  const discard = () => {
    saving.reset()
    edit.show(property)
  }
  return (
    <form className="chain-form" onSubmit={submit} onKeyDown={onKeyDown} noValidate aria-label="Chain">
      <LeaveGuard dirty={dirty && (!saving.pending || saving.waiting)} />
      {saving.overlays.alone}
      {saving.overlays.all}
      <ReplacedChainsDialog replaced={saving.replaced} onCancel={saving.keepReplaced} />
      {(links.length > 0 || (mayEdit && !isPhone)) && (
        <ChainToolbar
          edit={edit}
          line1={property.address.line1}
          mayEdit={mayEdit}
          view={isPhone ? null : view}
          onView={setView}
        />
      )}
      <ChainNotices property={property} params={params} edit={edit} saving={saving} onDiscard={discard} />
      {links.length === 0 ? (
        <NoChain edit={edit} property={property} mayEdit={mayEdit} />
      ) : (
        <ChainLinks
          edit={edit}
          cards={cards}
          saving={saving}
          companyId={params.companyId}
          ready={ready}
          view={isPhone ? 'cards' : view}
        />
      )}
      {mayEdit && isPhone && (links.length > 0 || dirty) && <div className="for-all">{updateAll.fields}</div>}
      {mayEdit && (links.length > 0 || dirty) && (
        <SaveBar
          changes={changes.length}
          summary={changes.map(({ description: words }) => words).join('; ') || undefined}
          pending={saving.pending}
          disabledReason={canSave ? null : 'Nothing has changed'}
          onDiscard={discard}
        >
          {!isPhone && updateAll.fields}
        </SaveBar>
      )}
    </form>
  )
}

/** "The chain can be saved for this property alone or updated for all linked properties ('update all', with an option to reset deleted property chains)." */
function useUpdateAll({ saved, links }: ChainEdit) {
  const [isChecked, setIsChecked] = useState(false)
  const [resetsDropped, setResetsDropped] = useState(false)
  const dropped = useMemo(() => droppedProperties(saved, links), [saved, links])
  const skipped = outOfScopeProperties(links)
  const isPossible = linkedProperties(links).length + dropped.length > 0
  const chosen = isChecked && isPossible
  return {
    chosen: chosen ? { resetDeletedPropertyChains: resetsDropped && dropped.length > 0 } : null,
    done: () => {
      setIsChecked(false)
      setResetsDropped(false)
    },
    fields: (
      <>
        {chosen && dropped.length > 0 && (
          <CheckField label={resetDroppedChains} checked={resetsDropped} onChange={setResetsDropped} />
        )}
        <CheckField
          label={updateAllLinked}
          checked={chosen}
          onChange={setIsChecked}
          disabledReason={isPossible ? null : 'No property is linked'}
          hint={chosen && skipped.length > 0 ? notUpdatedText(skipped) : undefined}
        />
      </>
    ),
  }
}

const focusFirstError = () => document.querySelector<HTMLElement>('.chain-form [aria-invalid="true"]')?.focus()

/** Opens the cards with errors and focuses the first invalid field. */
function useFocusFirstError({ refused }: Saving, { show }: Cards) {
  useEffect(() => {
    if (refused.length === 0) return
    show(refused)
    requestAnimationFrame(focusFirstError)
  }, [refused, show])
}

const chainLengthLabel = (count: number): string =>
  `${count === 1 ? '1 link' : `${count} links`}, from the buyer’s end to the onward purchase`

type ChainView = 'cards' | 'table'

type ToolbarProps = {
  edit: ChainEdit
  line1: string
  mayEdit: boolean
  /** Null where there is no choice. */
  view: ChainView | null
  onView: (view: ChainView) => void
}

const ChainToolbar = ({ edit: { links, act }, line1, mayEdit, view, onView }: ToolbarProps) => (
  <div className="toolbar">
    <span className="mut">{links.length > 0 && chainLengthLabel(links.length)}</span>
    <span className="spacer" />
    {mayEdit && links.length > 1 && <span className="mut alt-hint">Alt ↑ ↓ moves a link</span>}
    {mayEdit && links.length > 0 && view === 'table' && <span className="mut alt-hint">Enter adds the next link</span>}
    {view && (
      <SegmentedField
        label="Shown as"
        hideLabel
        value={view}
        options={[
          { value: 'cards', label: 'Cards' },
          { value: 'table', label: 'Table' },
        ]}
        onChange={onView}
      />
    )}
    {mayEdit && links.length > 0 && <ResetChain line1={line1} onReset={() => act({ kind: 'reset' })} />}
  </div>
)

/** The button with which typing a chain goes on. */
const focusAddLink = () => document.querySelector<HTMLElement>('.chain-form [data-autofocus]')?.focus()

/** "Start chain (when empty)." */
const NoChain = ({ edit: { saved, act }, property, mayEdit }: { edit: ChainEdit; property: ChainProperty; mayEdit: boolean }) => (
  <EmptyState
    icon={IconLink}
    title={saved.length > 0 ? 'The chain is reset' : 'This property has no chain yet'}
    actions={
      mayEdit && (
        <Button
          variant={saved.length > 0 ? 'default' : 'primary'}
          onClick={() => {
            flushSync(() => act({ kind: 'start', id: newLinkId(saved, Date.now()), own: linkedPropertyPreview(property) }))
            focusAddLink()
          }}
        >
          {startChain}
        </Button>
      )
    }
  >
    {saved.length > 0
      ? 'Save makes it so; Discard brings its links back.'
      : 'A chain begins with this property. Links are added above it, towards the buyer’s end, and moved below it.'}
  </EmptyState>
)

const noErrors = {}
type LinksProps = {
  edit: ChainEdit
  cards: Cards
  saving: Saving
  companyId: string
  ready: ReadonlyMap<string, LinkReady>
  view: ChainView
}

/** "Vertical list of links", displayed from the last to the first. */
function ChainLinks({ edit, cards, saving, companyId, ready, view }: LinksProps) {
  const { links, changes, act } = edit
  const { addedId, announcement, onAdd, onMove, whyNotLink } = useCardActions(edit, cards.show)
  const edited = useMemo(() => new Set(changes.map(({ id }) => id)), [changes])
  const [below] = links.slice(-2, -1)
  const buysAt = below && linkName(below)
  const whyNotAdd = links.length >= maxChainLinks ? `A chain has at most ${maxChainLinks} links.` : null
  const rows = links.map((link, at) => ({
    link,
    position: at + 1,
    count: links.length,
    buysAt: at === links.length - 1 ? buysAt : undefined,
    edited: edited.has(link._id),
    isNew: addedId === link._id,
    errors: saving.refusals.get(link._id) ?? noErrors,
    act,
    whyNotAdd,
    onAdd,
    onMove,
  }))
  return (
    <div className="before-savebar">
      <span className="vh" role="status">
        {announcement}
      </span>
      <p className="endlab">{buyersEnd}</p>
      {view === 'table' ? (
        <ChainTable rows={rows} />
      ) : (
        <ol className="chain" aria-label="Links of the chain">
          {rows
            .map((row) => (
              <LinkCard
                key={row.link._id}
                {...row}
                open={cards.open.has(row.link._id)}
                ready={ready.get(row.link._id)}
                companyId={companyId}
                whyNotLink={whyNotLink}
                onToggle={cards.toggle}
              />
            ))
            .toReversed()}
        </ol>
      )}
      <p className="endlab last">{onwardPurchase}</p>
    </div>
  )
}
