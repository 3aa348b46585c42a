import { CompanyPage, useCompany } from '../../features/companies/company-page.tsx'
import { CompanyTemplate } from '../../features/timeline/template-form.tsx'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'

/** /company/timeline: timeline template of the company's new branches. */
export default function CompanyTimelinePage() {
  const { data: company } = useCompany()
  return (
    <CompanyPage crumb="Timeline" title="Company timeline">
      {company ? (
        <CompanyTemplate key={company._id} company={company} />
      ) : (
        <div className="after-tabs">
          <SkeletonForm fields={12} />
        </div>
      )}
    </CompanyPage>
  )
}
