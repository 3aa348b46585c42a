import {
  maxUpdateText,
  type UpdateSkipReason,
  updateSkipReasonLabels,
  updateSkipReasons,
} from '@gya/domain/features/vendor-updates/vendor-updates.model.ts'
import {
  describeHappenedSince,
  describeMeans,
  describeOvertaken,
  describeUntold,
  insertHappened,
} from '@gya/domain/features/vendor-updates/vendor-updates.rules.ts'
import { IconArrowLeft, IconPhone, IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { ResendVerification } from '../../lib/forms/resend-verification.tsx'
import { markUnsaved } from '../../lib/forms/unsaved-edits.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextAreaField } from '../../ui/fields/text-field.tsx'
import { TelLink } from '../../ui/navigation/contact-links.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { MenuOn } from '../../ui/overlays/menu.tsx'
import { editedTexts, overtakenUnder, useEditedText, useTextSetAside } from './edited-texts.ts'
import type { Update } from './use-update-actions.ts'

type Props = {
  update: Update
  mayWork: boolean
  /** URL of the property, and of the vendor's call card. */
  href: string
  cardHref: string
  onBack: (() => void) | undefined
  onSend: () => void
  onSkip: (reason: UpdateSkipReason) => void
  onStore: () => void
  onStartAgain: () => void
  onKeepWords: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  skipRef: Ref<HTMLDivElement>
}

const Facts = ({ update, href }: { update: Update; href: string }) => (
  <header className="letter-head">
    <h2>
      <Link to={href}>{update.address.line1}</Link>
    </h2>
    <p>
      {update.vendor.name} · {update.lastUpdatedOn === null ? '' : 'Told '}
      {describeUntold(update)} · {describeMeans(update.how, update.vendor.email)}
      {update.progressor ? ` · ${update.progressor.name}` : ''}
    </p>
  </header>
)

type EditedProps = { update: Update; mayWork: boolean; onInsert: () => void; onStartAgain: () => void; onBringBack: () => void }

/** Events that an edited draft does not mention yet, and a button that regenerates it from the record, or brings its words back. */
const Edited = ({ update, mayWork, onInsert, onStartAgain, onBringBack }: EditedProps) => {
  const { edited, editedBy, draftedWith, caution, happenedSince } = update.draft
  const isSetAside = useTextSetAside(update.propertyId) !== undefined
  if (mayWork && isSetAside && !edited)
    return (
      <div className="letter-edited" role="status">
        <span>Drafted from the record again.</span>
        <Button size="s" onClick={onBringBack}>
          Bring the edited words back
        </Button>
      </div>
    )
  if (!edited) return null
  return (
    <div className="letter-edited">
      <span>
        {draftedWith ? `Drafted with ‘${draftedWith}’` : `Edited${editedBy ? ` by ${editedBy}` : ''}`}
        {caution && <b> · {caution}</b>}
        {happenedSince.length > 0 && <b> · {describeHappenedSince(happenedSince.length)}</b>}
      </span>
      {mayWork && happenedSince.length > 0 && (
        <Button size="s" onClick={onInsert}>
          Insert
        </Button>
      )}
      {mayWork && (
        <Button size="s" variant="quiet" onClick={onStartAgain}>
          Start again from the record
        </Button>
      )}
    </div>
  )
}

const Ring = ({ update, mayWork, cardHref }: { update: Update; mayWork: boolean; cardHref: string }): ReactNode => {
  const { email, tel, accountActivationToken } = update.vendor
  return (
    <>
      <Notice tone="info" title={describeMeans('telephone', email)}>
        {tel ? <TelLink tel={tel} /> : 'There is no telephone number either.'}{' '}
        <LinkButton to={cardHref} size="s" icon={IconPhone}>
          Call card
        </LinkButton>
      </Notice>
      {mayWork && <ResendVerification token={accountActivationToken} email={email} />}
    </>
  )
}

/** The letter of the marked vendor: the text, and Send and Skip. */
export function UpdateLetter(props: Props) {
  const { update, mayWork, href, cardHref, onBack, onSend, onSkip, onStore, onStartAgain, onKeepWords, onKeyDown, skipRef } =
    props
  const typed = useEditedText(update.propertyId)
  const setAside = useTextSetAside(update.propertyId)
  const paper = useRef<HTMLDivElement>(null)
  const { draft, vendor, how } = update
  const text = typed?.text ?? draft.text
  const isTyped = typed !== undefined
  useEffect(() => (isTyped ? markUnsaved() : undefined), [isTyped])
  // A text that was changed after this notice is about the current sale.
  const overtakenBy = typed ? overtakenUnder(typed, update.phase) : draft.overtakenBy
  const isTooLong = text.length > maxUpdateText
  const cannotSend =
    how === 'telephone'
      ? 'There is no confirmed e-mail address: ring them.'
      : text.trim() === ''
        ? 'Enter a text for the vendor.'
        : isTooLong
          ? `Use at most ${maxUpdateText} characters.`
          : overtakenBy
            ? `${describeOvertaken(overtakenBy)} Change the words, or keep them.`
            : null
  return (
    <section className="letter" aria-label="Letter" onKeyDown={onKeyDown}>
      {onBack && (
        <Button size="s" variant="quiet" icon={IconArrowLeft} onClick={onBack}>
          All vendors
        </Button>
      )}
      <Facts update={update} href={href} />
      {how === 'telephone' && <Ring update={update} mayWork={mayWork} cardHref={cardHref} />}
      {overtakenBy && (
        <Notice
          tone="warn"
          title={describeOvertaken(overtakenBy)}
          action={
            mayWork && (
              <Button size="s" onClick={onKeepWords}>
                Keep the words
              </Button>
            )
          }
        >
          It is not sent until you have read it again: change it, start again from the record, or keep it.
        </Notice>
      )}
      {draft.prompts.length > 0 && (
        <Notice tone="warn" title={draft.text === '' ? 'No letter is drafted' : 'Before you send this'}>
          {draft.prompts.map((prompt) => (
            <p key={prompt}>{prompt}</p>
          ))}
        </Notice>
      )}
      <Edited
        update={update}
        onInsert={() => editedTexts.type(update, insertHappened(text, draft.happenedSince))}
        mayWork={mayWork}
        onStartAgain={() => {
          onStartAgain()
          // The button goes; the keys of the letter go on.
          paper.current?.querySelector('textarea')?.focus()
        }}
        onBringBack={() => {
          if (setAside !== undefined) editedTexts.type(update, setAside)
          onStore()
          paper.current?.querySelector('textarea')?.focus()
        }}
      />
      <div className="letter-paper" ref={paper}>
        <p>Hello {vendor.salutation},</p>
        <TextAreaField
          label="Text of the update"
          hideLabel
          grows
          rows={8}
          {...(text.length > maxUpdateText - 500 ? { limit: maxUpdateText } : {})}
          value={text}
          readOnly={!mayWork}
          onChange={(next) => editedTexts.type(update, next ?? '')}
          onBlur={onStore}
        />
      </div>
      {mayWork && (
        <footer className="letter-foot">
          <span className="keys" aria-hidden="true">
            <span className="kbd">E</span> edit <span className="kbd">Esc</span> leave the text
          </span>
          <span className="spacer" />
          <div ref={skipRef}>
            <MenuOn
              label="Skip because"
              align="end"
              items={updateSkipReasons.map((reason) => ({
                label: updateSkipReasonLabels[reason],
                onSelect: () => onSkip(reason),
              }))}
              trigger={(trigger) => (
                <Button {...trigger}>
                  Skip and next{' '}
                  <span className="kbd" aria-hidden="true">
                    S
                  </span>
                </Button>
              )}
            />
          </div>
          <Button variant="primary" icon={IconSend} disabledReason={cannotSend} onClick={onSend}>
            Send and next{' '}
            <span className="kbd" aria-hidden="true">
              Ctrl ↵
            </span>
          </Button>
        </footer>
      )}
    </section>
  )
}
