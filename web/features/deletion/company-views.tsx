import { ViewLinks } from '../../ui/view-links.tsx'

/** For the platform admin: the companies, and what was deleted and can still be brought back. */
export const CompanyViews = ({ current }: { current: 'companies' | 'deleted' }) => (
  <div className="toolbar">
    <ViewLinks
      label="Companies"
      views={[
        { label: 'Companies', to: '/company/manage', current: current === 'companies' },
        { label: 'Deleted', to: '/gya/deleted', current: current === 'deleted' },
      ]}
    />
  </div>
)
