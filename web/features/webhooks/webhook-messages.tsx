import './webhooks.css'
import { showDateTime } from '@gya/domain/common/dates.ts'
import { openEventLabels, openEventTypes } from '@gya/domain/features/public-api/open-event-kinds.ts'
import { listWebhookMessages, replayWebhookMessages } from '@gya/domain/features/webhooks/webhooks.contract.ts'
import {
  type MessageState,
  messageStates,
  type Webhook,
  type WebhookMessage,
} from '@gya/domain/features/webhooks/webhooks.model.ts'
import { IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { useSearchParams, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { FilterBar } from '../../ui/table/filter-bar.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import { actionsColumn, type Column } from '../../ui/table/table-column.ts'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import { TryDots } from './webhook-light.tsx'
import { WebhookMessageDialog } from './webhook-message-dialog.tsx'
import { answerWords, typeWords } from './webhook-words.ts'
import { messagesReplayed } from './webhooks.messages.ts'

const states = {
  waiting: { tone: 'amber', label: 'Waiting' },
  delivered: { tone: 'good', label: 'Delivered' },
  dead: { tone: 'red', label: 'Dead' },
} as const satisfies Record<MessageState, { tone: TagTone; label: string }>

export const MessageStateTag = ({ state }: Pick<WebhookMessage, 'state'>) => (
  <Tag tone={states[state].tone}>{states[state].label}</Tag>
)

const keyOf = ({ position, type, replay }: WebhookMessage): string => `${position}-${type}-${replay}`

/** Refetch interval in milliseconds. */
const lookEvery = 5_000

type Props = { companyId: string; webhook: Webhook }

/**
 * Messages of an endpoint, latest first: "the body as sent, tries as a row of dots, *Send again*". [connect §4](docs/design/connect.md#4).
 */
export function WebhookMessages({ companyId, webhook }: Props) {
  const params = { companyId, webhookId: webhook._id }
  const list = useListParams('webhook-messages')
  const { state, kind, setFilter, isFiltered } = useMessageFilter()
  const { itemsPerPage, currentPage } = list.query
  const query = { itemsPerPage, currentPage, ...(state ? { state } : {}), ...(kind ? { kind } : {}) }
  const messages = useCall(listWebhookMessages, { params, query }, { keep: true, every: lookEvery })
  const { save, pending, overlay } = useSave(replayWebhookMessages, messagesReplayed)
  const [opened, setOpened] = useState<string | null>(null)
  const shown = messages.data?.data.find((message) => keyOf(message) === opened)
  const whyNotResend = ({ state: of }: WebhookMessage): string | null =>
    webhook.state === 'off'
      ? 'Switch the webhook on first'
      : of === 'waiting'
        ? 'It is still waiting'
        : pending
          ? 'Please wait...'
          : null
  const resend = ({ position }: WebhookMessage) => void save({ params, body: { positions: [position] } })
  const resendButton = (message: WebhookMessage) => (
    <Button
      size="s"
      aria-label={`Send again: message ${message.position}, ${typeWords(message.type)}`}
      disabledReason={whyNotResend(message)}
      onClick={() => resend(message)}
    >
      Send again
    </Button>
  )
  const columns: readonly Column<WebhookMessage>[] = [
    { id: 'state', head: 'State', cell: (message) => <MessageStateTag state={message.state} /> },
    {
      id: 'type',
      head: 'Message',
      main: true,
      cell: ({ type, replay }) => (
        <>
          {typeWords(type)}
          {replay > 0 && <span className="mut"> sent again</span>}
        </>
      ),
    },
    {
      id: 'position',
      head: 'Position',
      align: 'right',
      className: 'tnum',
      cell: ({ position }) => position.toLocaleString('en-GB'),
    },
    { id: 'createdOn', head: 'Made', className: 'tnum', cell: ({ createdOn }) => showDateTime(createdOn) },
    { id: 'tries', head: 'Tries', cell: (message) => <TryDots message={message} /> },
    { id: 'answer', head: 'Last answer', cell: answerWords },
    actionsColumn(resendButton),
  ]
  return (
    <>
      {overlay}
      <PagedTable
        {...pagedTableProps(messages)}
        label="Messages"
        columns={columns}
        rowKey={keyOf}
        onOpen={(message) => setOpened(keyOf(message))}
        onPage={list.setPage}
        onPageSize={list.setSize}
        above={
          <FilterBar active={Number(state !== undefined) + Number(kind !== undefined)}>
            <SelectField
              label="State"
              hideLabel
              small
              options={[
                { value: null, label: 'Any state' },
                ...messageStates.map((value) => ({ value, label: states[value].label })),
              ]}
              value={state ?? null}
              onChange={(value) => setFilter({ status: value ?? undefined })}
            />
            <SelectField
              label="Kind"
              hideLabel
              small
              options={[
                { value: null, label: 'Any kind' },
                ...openEventTypes.map((value) => ({ value, label: openEventLabels[value] })),
              ]}
              value={kind ?? null}
              onChange={(value) => setFilter({ type: value ?? undefined })}
            />
          </FilterBar>
        }
        empty={
          isFiltered ? (
            <EmptyState
              title="No message of this kind"
              icon={IconMailForward}
              actions={<Button onClick={() => setFilter({ status: undefined, type: undefined })}>Show all</Button>}
            />
          ) : (
            <EmptyState title="No messages yet" icon={IconMailForward}>
              The next thing that happens to a sale is sent and listed here. Use Test to try the address now.
            </EmptyState>
          )
        }
        cardHasLinks
        card={(message) => (
          <>
            <div className="r1">
              <button type="button" className="link" onClick={() => setOpened(keyOf(message))}>
                {typeWords(message.type)}
              </button>
              <span className="spacer" />
              <MessageStateTag state={message.state} />
            </div>
            <div className="r2 mut tnum">
              {message.position.toLocaleString('en-GB')} · {showDateTime(message.createdOn)}
            </div>
            <div className="r2">
              <TryDots message={message} />
              <span className="mut">{answerWords(message)}</span>
              <span className="spacer" />
              {resendButton(message)}
            </div>
          </>
        )}
      />
      {shown && (
        <WebhookMessageDialog
          message={shown}
          whyNotResend={whyNotResend(shown)}
          onResend={() => {
            resend(shown)
            setOpened(null)
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

/** The filter, stored in the URL. */
function useMessageFilter() {
  const search = useSearchParams()
  const setParams = useSetSearchParams()
  const state = messageStates.find((one) => one === search.status)
  const kind = openEventTypes.find((one) => one === search.type)
  return {
    state,
    kind,
    isFiltered: state !== undefined || kind !== undefined,
    setFilter: (change: { status?: string | undefined; type?: string | undefined }) => setParams({ ...change, page: undefined }),
  }
}
