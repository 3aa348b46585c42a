/** Generated files of an agency that migrates to GYA: properties with vendors, sales with step dates, viewings. */
export type ImportSize = { properties: number; sales: number; viewings: number }

const streets = ['Alder Way', 'Birch Road', 'Cedar Close', 'Damson Lane', 'Elder Street', 'Fir Grove', 'Gorse Hill', 'Hazel Row']
const pad = (number: number): string => String(number).padStart(2, '0')
/** Days of the year before last. */
const day = (at: number): string => `${pad((at % 28) + 1)}/${pad((Math.floor(at / 28) % 9) + 1)}/2024`
const postcode = (at: number): string =>
  `RG${(at % 30) + 1} ${at % 9}${String.fromCharCode(65 + (at % 20), 65 + (Math.floor(at / 20) % 20))}`

export function importFiles({ properties, sales, viewings }: ImportSize): { name: string; content: string }[] {
  const lines = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at))
  const head = 'Ref,Address 1,Town,Postcode,Price,Launched,Bedrooms,Tenure,Vendor first name,Vendor last name,Vendor email,Status'
  return [
    {
      name: 'properties.csv',
      content: [
        head,
        ...lines(
          properties,
          (at) =>
            `B${at},${at + 1} ${streets[at % streets.length]},Reading,${postcode(at)},${200_000 + (at % 400) * 1000},${day(at % 20)},${(at % 5) + 1},freehold,Vera,Vendor${at},vendor${at}@bench.example,Available`,
        ),
      ].join('\n'),
    },
    {
      name: 'sales.csv',
      content: [
        'Property ref,Buyer,Agreed price,Accepted on,Memo of sale,Draft contracts,Searches applied,Mortgage application,Chain',
        ...lines(
          sales,
          (at) =>
            `B${at},Buyer ${at},${195_000 + (at % 400) * 1000},${day(at % 28)},01/11/2024,02/11/2024,${at % 3 === 0 ? '' : '20/11/2024'},05/11/2024,No chain`,
        ),
      ].join('\n'),
    },
    {
      name: 'viewings.csv',
      content: [
        'Property ref,Name,Day,Time',
        ...lines(viewings, (at) => `B${at % properties},Viewer ${at},${day(at % 28)},${pad(9 + (at % 9))}:30`),
      ].join('\n'),
    },
  ]
}
