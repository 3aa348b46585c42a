import './messages.css'
import { listMessageTemplates, type MessageTemplate } from '@gya/domain/features/messages/message-templates.contract.ts'
import { maxMessageTemplates, messageEventLabels } from '@gya/domain/features/messages/messages.model.ts'
import { type SaleRole, saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import { IconArrowLeft, IconFileText, IconMail, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useSearchParams, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { Link } from '../../ui/navigation/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { FoundSale } from '../common/sale-lookup.tsx'
import { AutomaticSwitch } from './automatic-switch.tsx'
import { AddTemplate, EditTemplate } from './template-editor.tsx'
import { TemplatePreview } from './template-preview.tsx'

const describeAudience = (audience: readonly SaleRole[]): string =>
  audience.length > 3 ? `${audience.length} kinds of party` : audience.map((role) => saleRoleLabels[role]).join(', ')

type RowProps = { template: MessageTemplate; to: string; current: boolean; isCompanys: boolean; children: ReactNode }

const Row = ({ template: { name, channel, audience, event }, to, current, isCompanys, children }: RowProps) => (
  <li className={classNames('template-row', current && 'marked')}>
    <Icon of={channel === 'email' ? IconMail : IconFileText} size={16} />
    <div>
      <Link to={to} aria-current={current || undefined}>
        {name}
      </Link>
      <p>
        {describeAudience(audience)}
        {channel === 'letter' && ' · Letter'}
        {event !== null && ` · ${messageEventLabels[event]}`}
      </p>
    </div>
    {isCompanys && <Tag>Company’s</Tag>}
    {children}
  </li>
)

type CompanysProps = {
  companyId: string
  template: MessageTemplate
  copyTo: string
  sale: FoundSale | null
  onSale: (sale: FoundSale | null) => void
}

/** "A branch's of the same name stands in for the company's in that branch": on a branch's page, the company's is read-only. */
const CompanysTemplate = ({ companyId, template, copyTo, sale, onSale }: CompanysProps) => (
  <div className="template-editor">
    <FormPanel title={template.name}>
      <Notice>This is the company’s, and holds in all branches. One of the same name stands in for it in this branch.</Notice>
      <p className="mut">For: {template.audience.map((role) => saleRoleLabels[role]).join(', ')}</p>
      <section className="message-preview" aria-label="Text">
        <p className="message-subject">{template.subject}</p>
        <p className="message-text">{template.body}</p>
      </section>
      <div>
        <LinkButton to={copyTo} icon={IconPlus}>
          Write one for this branch
        </LinkButton>
      </div>
    </FormPanel>
    <TemplatePreview companyId={companyId} words={template} audience={template.audience} sale={sale} onSale={onSale} />
  </div>
)

const lowerNames = (templates: readonly MessageTemplate[]): Set<string> =>
  new Set(templates.map(({ name }) => name.toLowerCase()))

type Props = { companyId: string; branchId?: string; path: '/company/templates' | '/branch/templates' }

/** "List left with name, audience, event, automatic switch; editor right." [day §4](docs/design/day.md#4), "Template screens". */
export function TemplatesScreen({ companyId, branchId, path }: Props) {
  const phone = useIsPhone()
  const to = useScopedPath()
  const search = useSearchParams()
  const setSearch = useSetSearchParams()
  const read = useCall(
    listMessageTemplates,
    { params: { companyId }, query: branchId ? { branchId } : {} },
    { enabled: companyId !== '' && branchId !== '' },
  )
  const [sale, setSale] = useState<FoundSale | null>(null)
  const [dirty, setDirty] = useState(false)
  if (!read.data)
    return (
      <div className="after-tabs" aria-busy={!read.error}>
        {read.error ? (
          <ReadFailed what="templates" error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonLines lines={8} />
        )}
      </div>
    )
  const templates = read.data.data
  const own = templates.filter((one) => one.branchId === (branchId ?? null))
  const isNew = search.message === 'new'
  const from = isNew ? templates.find(({ _id }) => _id === search.of) : undefined
  const chosen = search.message ? templates.find(({ _id }) => _id === search.message) : phone ? undefined : templates[0]
  const isOpen = search.message !== undefined
  const link = (message: string, of?: string) => to(path, {}, { message, of })
  const open = (message: string | undefined) => setSearch({ message, of: undefined }, { replace: true })
  const shared = { companyId, branchId, sale, onSale: setSale, onDirty: setDirty }
  const editor = isNew ? (
    <AddTemplate key={`new-${search.of ?? ''}`} {...shared} taken={lowerNames(own)} from={from} onAdded={open} />
  ) : chosen && chosen.branchId === (branchId ?? null) ? (
    <EditTemplate
      key={chosen._id}
      {...shared}
      taken={lowerNames(own.filter(({ _id }) => _id !== chosen._id))}
      template={chosen}
      onDeleted={() => open(undefined)}
    />
  ) : chosen ? (
    <CompanysTemplate
      key={chosen._id}
      companyId={companyId}
      template={chosen}
      copyTo={link('new', chosen._id)}
      sale={sale}
      onSale={setSale}
    />
  ) : isOpen && !read.isFetching ? (
    <EmptyState
      title="This template no longer exists."
      actions={<Button onClick={() => open(undefined)}>All templates</Button>}
    />
  ) : isOpen ? (
    <SkeletonLines lines={8} />
  ) : null
  const isFull = own.length >= maxMessageTemplates
  const add = isFull ? (
    <Button size="s" icon={IconPlus} disabledReason={`${maxMessageTemplates} templates are the maximum. Delete one first.`}>
      New template
    </Button>
  ) : (
    <LinkButton size="s" icon={IconPlus} to={link('new')}>
      New template
    </LinkButton>
  )
  return (
    <div className={classNames('templates after-tabs', phone && isOpen && 'editor-open')}>
      <section className="frame templates-list" aria-label="Message templates">
        <header>
          <span className="mut">{templates.length === 1 ? '1 template' : `${templates.length} templates`}</span>
          {add}
        </header>
        {templates.length === 0 ? (
          <EmptyState title="There are no templates yet.">
            A template is a text for repeated use, with fields that are filled in automatically.
          </EmptyState>
        ) : (
          <ul>
            {templates.map((template) => (
              <Row
                key={template._id}
                template={template}
                to={link(template._id)}
                current={template === chosen}
                isCompanys={branchId !== undefined && template.branchId === null}
              >
                {template.branchId === (branchId ?? null) && template.channel === 'email' && template.event !== null ? (
                  <AutomaticSwitch
                    companyId={companyId}
                    template={template}
                    disabledReason={dirty && template === chosen ? 'Save or discard the changes first' : null}
                    sale={sale}
                    onSale={setSale}
                  />
                ) : (
                  template.automatic && <Tag tone="blue">Automatic</Tag>
                )}
              </Row>
            ))}
          </ul>
        )}
      </section>
      <div className="template-pane">
        {phone && isOpen && (
          <Button size="s" variant="quiet" icon={IconArrowLeft} onClick={() => open(undefined)}>
            All templates
          </Button>
        )}
        {editor}
      </div>
    </div>
  )
}
