import './setup-list.css'
import { createSampleSale, deleteSampleSale, readSetup } from '@gya/domain/features/setup/setup.contract.ts'
import { IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { useLocalStorage } from '../../lib/storage/use-local-storage.ts'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'

export const sampleMade = {
  success: { title: 'Sample sale created' },
  failure: { title: 'The sample sale was not created.' },
}
export const sampleDeleted = {
  success: { title: 'Sample sale deleted' },
  failure: { title: 'The sample sale was not deleted.' },
}

type Branch = { _id: string; name: string }
type Props = {
  companyId: string
  companyName: string
  branches: readonly Branch[]
  onDismiss: () => void
}

const steps = ['timeline', 'branch', 'people', 'imports', 'contacts', 'property'] as const
type Step = (typeof steps)[number]

const stepTexts: Record<Step, [title: string, what: string]> = {
  timeline: ['Review the timeline', 'The steps of a sale. Every branch begins with a copy.'],
  branch: ['Add a branch', 'Properties and people belong to branches.'],
  people: ['Add people', 'Everybody who works on sales signs in as themselves.'],
  imports: ['Bring your sales', 'From a spreadsheet or another system, with their history.'],
  contacts: ['Add contacts', 'The solicitors and brokers you deal with.'],
  property: ['Take a property on', 'With its vendor; then its price, viewings and offers.'],
}

/** The screen of each step. The property is created in the branch opened last, or the first one. */
function useScreens(branches: readonly Branch[]): Record<Step, string> {
  const to = useScopedPath()
  const { branch: current } = useCurrentScope()
  const branch = branches.find(({ _id }) => _id === current)?._id ?? branches[0]?._id
  return {
    timeline: to('/company/timeline'),
    branch: to('/branch/create'),
    // The company's own form makes administrators.
    people: branch ? to('/branch/user-create', { branch }) : to('/branch/create'),
    imports: to('/company/imports'),
    contacts: to('/company/create-contact'),
    property: branch ? to('/property/create', { branch }) : to('/branch/create'),
  }
}

/** First steps of a new company. Hidden when all are done or it is dismissed. */
export default function SetupList({ companyId, companyName, branches, onDismiss }: Props) {
  const params = { companyId }
  const { data } = useCall(readSetup, { params })
  const [isTimelineOpened, setIsTimelineOpened] = useLocalStorage<boolean>(`timeline-reviewed-${companyId}`, false)
  const setup = data && { ...data, timeline: data.timeline || isTimelineOpened }
  const screens = useScreens(branches)
  const creating = useSave(createSampleSale, sampleMade)
  const [confirmingDelete, setConfirmingDelete] = useState(false)
  const to = useScopedPath()
  const done = setup ? steps.filter((step) => setup[step]).length : 0
  const isOver = done === steps.length && setup?.sample === null
  // Skips the request on later visits.
  useEffect(() => {
    if (isOver) onDismiss()
  }, [isOver, onDismiss])
  if (!setup || isOver) return null
  const { sample } = setup
  return (
    <section className="frame setup" aria-labelledby="setup-title">
      {creating.overlay}
      <header>
        <h2 id="setup-title">Set up {companyName}</h2>
        <span className="mut">
          {done} of {steps.length} done
        </span>
        <span className="spacer" />
        <IconButton icon={IconX} label="Dismiss the set-up list" variant="quiet" size="s" onClick={onDismiss} />
      </header>
      <ol>
        {steps.map((step) => (
          <li key={step}>
            <Link
              to={screens[step]}
              className={setup[step] ? 'done' : undefined}
              onClick={() => step === 'timeline' && setIsTimelineOpened(true)}
            >
              <Icon of={setup[step] ? IconCircleCheckFilled : IconCircle} size={18} />
              <b>
                {stepTexts[step][0]}
                {setup[step] && <span className="vh">, done</span>}
              </b>
              <small>{step === 'property' && branches.length === 0 ? 'Add a branch first.' : stepTexts[step][1]}</small>
            </Link>
          </li>
        ))}
      </ol>
      <footer>
        <span className="spacer" />
        <span className="mut">
          {sample
            ? 'The sample sale has made-up people. Everybody in the company sees it, and it counts in the figures until it is deleted.'
            : 'Look around first: a sample sale with made-up people, under way for two months.'}
        </span>
        {sample ? (
          <>
            <LinkButton size="s" to={to('/property/timeline', { branch: sample.branch, property: sample._id })}>
              Open sample sale
            </LinkButton>
            <Button size="s" variant="danger" aria-haspopup="dialog" onClick={() => setConfirmingDelete(true)}>
              Delete sample sale
            </Button>
          </>
        ) : (
          <Button
            size="s"
            pending={creating.pending}
            disabledReason={branches.length === 0 ? 'Add a branch first' : null}
            onClick={() => void creating.save({ params, body: {} })}
          >
            Create sample sale
          </Button>
        )}
      </footer>
      {confirmingDelete && (
        <ConfirmSaveDialog
          call={deleteSampleSale}
          input={{ params }}
          messages={sampleDeleted}
          title="Delete the sample sale?"
          confirmLabel="Delete"
          danger
          onClose={() => setConfirmingDelete(false)}
        >
          <p>It goes for everybody in the company, with its vendor and what was noted on it, and out of all figures.</p>
        </ConfirmSaveDialog>
      )}
    </section>
  )
}
