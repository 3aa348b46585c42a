import { SaleForecast } from '../../features/forecast/sale-forecast.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'

/** /property/forecast: when the sale of a property will exchange, the deciding step or link, and how the forecast came about. */
export default function PropertyForecastPage() {
  return (
    <PropertyPage crumb="Forecast">
      {(property, params) => <SaleForecast key={property._id} params={params} company={property.company.name} />}
    </PropertyPage>
  )
}
