import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paragraph, requiredLine } from '../../common/wire.ts'
import { findChoice } from './choices.ts'
import { foldName } from './fold-name.ts'
import { importKindNames, importKinds } from './import-kinds.ts'
import { readRow } from './read-row.ts'
import {
  errorsColumn,
  isCodeColumn,
  isHeaderMissing,
  kindOfErrors,
  mappingFingerprintText,
  mappingIssues,
  missingFields,
  recogniseColumns,
  recogniseKind,
} from './recognise-columns.ts'

const today = '2026-11-22'
const property = { Ref: 'ref', Street: 'line1', Postcode: 'postcode', Price: 'askingPrice', Launched: 'launchedOn' }
const good = { Ref: 'P1', Street: '4 Mill Lane', Postcode: 'LK1 1AA', Price: '250000', Launched: '03/10/2026' }
const read = (change: Record<string, string>, options = {}) =>
  readRow('property', property, {}, { ...good, ...change }, { today, ...options })
const messages = (result: ReturnType<typeof readRow>) =>
  result.issues.map(({ level, column, message }) => `${level} ${column}: ${message}`)

describe('readRow', () => {
  test('returns the values of mapped columns; empty cells have none', () => {
    expect(read({ Launched: '' })).toEqual({
      values: { ref: 'P1', line1: '4 Mill Lane', postcode: 'LK1 1AA', askingPrice: 25_000_000 },
      issues: [],
    })
  })

  test('a planned exchange or completion in the column of what has happened is expected, or agreed', () => {
    const mapping = { Exchange: 'step.24.done', Completed: 'step.25.done', Tel: 'tel' }
    const sale = readRow('sale', mapping, {}, { Exchange: '4/12', Completed: '18/12/2026' }, { today })
    expect(sale.values).toEqual({ expectedExchange: '2026-12-04', completionDate: '2026-12-18' })
    expect(messages(sale).filter((message) => message.startsWith('warning'))).toEqual([
      'warning Exchange: 04/12/2026 is later than today: it is taken as expected exchange.',
      'warning Completed: 18/12/2026 is later than today: it is taken as completion date.',
    ])
    expect(readRow('sale', mapping, {}, { Tel: '0118 496 0101\n07700 900101' }, { today }).values).toEqual({
      tel: '0118 496 0101',
    })
  })

  test('a strict column keeps its unreadable cells as errors; needed fields, references and the branch always do', () => {
    const unread = 'Price: "250.000" can be \u00A3250,000 or \u00A3250.00. Write thousands with a comma or without a sign.'
    expect(messages(read({ Price: '250.000' }))).toEqual([`empty ${unread} It is left empty.`])
    expect(messages(read({ Price: '250.000' }, { strict: ['Price'] }))).toEqual([`error ${unread}`])
    const sale = { Ref: 'propertyRef', Buyer: 'buyerName', Price: 'agreedPrice', Accepted: 'acceptedOn', Fell: 'fellThroughOn' }
    const cells = { Ref: 'P1', Buyer: 'www.evil.example', Price: 'lots', Accepted: 'soon', Fell: 'yes' }
    expect(readRow('sale', sale, {}, cells, { today }).issues.map(({ level }) => level)).toEqual([
      'error',
      'error',
      'error',
      'error',
    ])
  })

  test('a step that is done without its day is complete; one that is not done says nothing', () => {
    const sale = { Ref: 'propertyRef', Memo: 'step.1.done', Searches: 'step.26.done', Enquiries: 'step.27.done' }
    for (const yes of ['Y', 'Yes', 'x', '\u2713'])
      expect(readRow('sale', sale, {}, { Ref: 'P1', Memo: yes, Searches: 'No', Enquiries: '' }, { today })).toEqual({
        values: { propertyRef: 'P1', 'step.1.state': 'C' },
        issues: [],
      })
  })

  test.each([
    ['1.25 % + VAT', { agencyFeePercent: 1.25 }],
    ['1.5% inc VAT', { agencyFeePercent: 1.25 }],
    ['1.1', { agencyFeePercent: 1.1 }],
    ['0.0125', { agencyFeePercent: 1.25 }],
    ['\u00A33,500', { agencyFee: 350_000 }],
    ['\u00A33,600 inc. VAT', { agencyFee: 300_000 }],
    ['2500 fixed', { agencyFee: 250_000 }],
    ['50', {}],
    ['see file', {}],
  ])('a fee "%s" is %j', (cell, values) => {
    const result = readRow('property', { ...property, Fee: 'agencyFee' }, {}, { ...good, Fee: cell }, { today })
    const { agencyFee, agencyFeePercent } = result.values
    expect({ ...(agencyFee ? { agencyFee } : {}), ...(agencyFeePercent ? { agencyFeePercent } : {}) }).toEqual(values)
    expect(result.issues.map(({ level }) => level)).toEqual(
      Object.keys(values).length === 0 ? ['empty'] : /inc|0125/.test(cell) ? ['warning'] : [],
    )
  })

  test('several columns of one name or note are joined in the order of the file', () => {
    const mapping = { Ref: 'propertyRef', Last: 'fullName', First: 'fullName', Title: 'fullName' }
    const raw = { Ref: 'P1', Title: 'Ms', First: 'Grace', Last: 'Otter' }
    expect(readRow('vendor', mapping, {}, raw, { today }).values).toMatchObject({ firstName: 'Ms Grace', lastName: 'Otter' })
    const notes = { Ref: 'propertyRef', Note: 'message', More: 'message' }
    expect(readRow('note', notes, {}, { Ref: 'P1', Note: 'One', More: 'Two' }, { today }).values.message).toBe('One\nTwo')
  })

  test.each([
    ['a negative price', { Price: '-500,000' }, 'empty Price: "-500,000" is not an amount above \u00A30. It is left empty.'],
    [
      'a day that does not exist',
      { Launched: '31/02/2026' },
      'empty Launched: "31/02/2026" is not a day in the calendar. It is left empty.',
    ],
    ['a day in the future', { Launched: '23/11/2026' }, 'empty Launched: 23/11/2026 is later than today. It is left empty.'],
    ['a needed cell that is empty', { Street: ' ' }, 'error Street: This is empty.'],
    ['no postcode', { Postcode: '' }, 'warning Postcode: This is empty.'],
    ['a text that is too long', { Street: 'x'.repeat(121) }, 'error Street: This has 121 characters. The most is 120.'],
    ['a direction override', { Street: '4 Mill\u202E Lane' }, 'warning Street: Invisible characters were removed.'],
    ['a lone surrogate', { Street: '4 Mill\uD800 Lane' }, 'warning Street: Invisible characters were removed.'],
    ['a control character', { Street: '4 Mill\u0007 Lane' }, 'warning Street: Invisible characters were removed.'],
  ])('%s is reported with its column', (_name, change, words) => {
    expect(messages(read(change))).toEqual([words])
  })

  test.each([
    ['1.25', 'It is read as \u00A31.25. Usual are \u00A35,000.00 to \u00A350,000,000.00: check it.'],
    ['425', 'It is read as \u00A3425.00. Usual are \u00A35,000.00 to \u00A350,000,000.00: check it.'],
    ['90000000', 'It is read as \u00A390,000,000.00. Usual are \u00A35,000.00 to \u00A350,000,000.00: check it.'],
  ])('an unlikely price, %s, has a warning with the reading', (Price, words) => {
    expect(messages(read({ Price }))).toEqual([`warning Price: ${words}`])
  })

  test('a fraction in a column of percentages has a warning with the reading', () => {
    const mapping = { ...property, 'Fee %': 'agencyFeePercent' }
    const fee = (text: string) => readRow('property', mapping, {}, { ...good, 'Fee %': text }, { today })
    expect(messages(fee('0.015'))).toEqual(['warning Fee %: It is read as 0.015 %. Usual are 0.1 % to 10 %: check it.'])
    expect(fee('1.5%')).toMatchObject({ values: { agencyFeePercent: 1.5 }, issues: [] })
  })

  test('words of a price option fill the price option, unless it has a column of its own', () => {
    expect(read({ Price: 'OIEO \u00A3500,000' })).toMatchObject({
      values: { askingPrice: 50_000_000, priceOption: 2 },
      issues: [],
    })
    expect(read({ Price: 'POA' }).values).toMatchObject({ priceOption: 4 })
    const mapping = { ...property, Qualifier: 'priceOption' }
    const row = { ...good, Price: 'OIEO 500,000', Qualifier: 'Guide price' }
    expect(readRow('property', mapping, {}, row, { today }).values).toMatchObject({ askingPrice: 50_000_000, priceOption: 0 })
  })

  test('an error of the spreadsheet is an error in required fields and references, else left empty; it is never a value', () => {
    const broken = '"#REF!" is an error of the spreadsheet, not a value.'
    expect(messages(read({ Ref: '#REF!' }))).toEqual([`error Ref: ${broken}`])
    expect(messages(read({ Street: '#REF!' }))).toEqual([`error Street: ${broken}`])
    expect(messages(read({ Price: '#REF!' }))).toEqual([`empty Price: ${broken} It is left empty.`])
    expect(read({ Price: '#N/A' }).values.askingPrice).toBeUndefined()
    expect(messages(read({ Launched: '#NO RESULT!' }))[0]).toContain('has no stored result')
  })

  test('a first line that is only a number is joined with the street in the second line', () => {
    const mapping = { Ref: 'ref', 'Address 1': 'line1', 'Address 2': 'line2', Town: 'town', Postcode: 'postcode' }
    const raw = { Ref: 'P1', 'Address 1': '14', 'Address 2': 'High Street', Town: 'Larkmead', Postcode: 'LK1 1AA' }
    expect(readRow('property', mapping, {}, raw, { today }).values).toEqual({
      ref: 'P1',
      line1: '14 High Street',
      town: 'Larkmead',
      postcode: 'LK1 1AA',
    })
  })

  test('a text that a spreadsheet has changed to a day has a warning', () => {
    expect(messages(read({ Street: '2026-05-03 High Street' }))).toEqual([
      'warning Street: "2026-05-03 High Street" begins with a day: the spreadsheet may have changed what was typed, such as 3-5.',
    ])
  })

  test('numbers that are days count from 1904 if the workbook does', () => {
    expect(read({ Launched: '44530' }, { isFrom1904: true }).values.launchedOn).toBe('2025-12-01')
    expect(read({ Launched: '44530' }).values.launchedOn).toBe('2021-11-30')
    expect(read({ Launched: '03/10/2026' }, { isFrom1904: true }).values.launchedOn).toBe('2026-10-03')
  })

  test.each([
    [{ 'House number': '14', Street: 'High Street' }, '14 High Street'],
    [{ Street: 'High Street', 'House number': '14A' }, '14A High Street'],
    [{ 'House number': 'The Old Dairy', Street: 'Mill Lane' }, 'The Old Dairy, Mill Lane'],
    [{ 'House number': '14', Street: '14 High Street' }, '14 High Street'],
    [{ 'House number': '', Street: 'High Street' }, 'High Street'],
    [{ 'House number': '14', Street: '140 High Street' }, '14 140 High Street'],
  ])('several columns of the first line are joined: %j', (cells, line1) => {
    const mapping = { Ref: 'ref', Street: 'line1', 'House number': 'line1', Postcode: 'postcode' }
    const raw = { Ref: 'P1', ...cells, Postcode: 'LK1 1AA' }
    expect(readRow('property', mapping, {}, raw, { today })).toMatchObject({ values: { line1 }, issues: [] })
  })

  test('a column with a month-first day is refused as a whole; only the line with that day reports it', () => {
    const monthFirst = { Launched: { rowNo: 14, value: '03/25/2026' } }
    expect(messages(read({}, { monthFirst }))).toEqual([
      'empty Launched: Not read, because of "03/25/2026" in line 14. It is left empty.',
    ])
    expect(messages(read({ Launched: '03/25/2026' }, { monthFirst }))).toEqual([
      'empty Launched: "03/25/2026" has the month first. Days must come first: 25/03/2026. It is left empty.',
    ])
  })

  test('a day without a year is the last such day, an agreed one the nearer of the last and the next, with a warning', () => {
    const days = (acceptedOn: string, completionDate: string) => {
      const mapping = { Agreed: 'acceptedOn', Completion: 'completionDate', Ref: 'propertyRef' }
      const raw = { Ref: '1', Agreed: acceptedOn, Completion: completionDate }
      const { values, issues } = readRow('sale', mapping, {}, raw, { today: '2026-11-22' })
      return [values.acceptedOn, values.completionDate, ...issues.map(({ level, message }) => `${level}: ${message}`)]
    }
    const read = (cell: string, day: string) => `warning: "${cell}" is read as ${day}.`
    expect(days('3/4', '3/4')).toEqual(['2026-04-03', '2027-04-03', read('3/4', '03/04/2026'), read('3/4', '03/04/2027')])
    expect(days('23-Nov', '1st Oct')).toEqual([
      '2025-11-23',
      '2026-10-01',
      read('23-Nov', '23/11/2025'),
      read('1st Oct', '01/10/2026'),
    ])
    expect(days('31/4', '4')[0]).toBe(undefined)
  })

  test('an empty required field without a column is named in the message', () => {
    const result = readRow('property', { Ref: 'ref', Postcode: 'postcode' }, {}, { Ref: 'P1', Postcode: 'LK1 1AA' }, { today })
    expect(messages(result)).toEqual(expect.arrayContaining(['error : Address line 1 is empty.']))
  })

  test('notes are cut with a warning', () => {
    const mapping = { P: 'propertyRef', Text: 'message' }
    const { values, issues } = readRow('note', mapping, {}, { P: 'P1', Text: `${'x'.repeat(40_000)}\n\n\n\ny` }, { today })
    expect(values.message).toHaveLength(5000)
    expect(issues.map(({ level }) => level)).toEqual(['warning'])
  })

  test('a code list overrides the known words; an unknown word is left empty, as a word set to null is empty', () => {
    const mapping = { P: 'propertyRef', N: 'name', A: 'amount', S: 'state' }
    const state = (S: string, codes = {}) => {
      const { values, issues } = readRow('offer', mapping, { S: codes }, { P: 'P1', N: 'Ann', A: '250000', S }, { today })
      return issues[0]?.message ?? values.state
    }
    expect(state('accepted')).toBe('A')
    expect(state('accepted', { accepted: 'P' })).toBe('P')
    expect(state('accepted', { accepted: null })).toBeUndefined()
    expect(state('Lapsed')).toBe('"Lapsed" is not known: choose what it stands for. It is left empty.')
    expect(state('constructor')).toContain('is not known')
  })

  test('names that contain a web address are left empty: e-mails would make links of them', () => {
    const mapping = { ...property, Vendor: 'vendorName', First: 'vendorFirstName' }
    const row = { ...good, Vendor: 'Click www.evil.example', First: 'http://evil.example' }
    expect(messages(readRow('property', mapping, {}, row, { today }))).toEqual([
      'empty Vendor: A name cannot contain a web address. It is left empty.',
      'empty First: A name cannot contain a web address. It is left empty.',
    ])
  })

  test.each(['TBC', 'n/a', 'In house', '??'])('%s is the name of no firm and no person', (nobody) => {
    const mapping = { Ref: 'propertyRef', Solicitor: 'buyerSolicitor', Handler: 'buyerSolicitorPerson' }
    const result = readRow('sale', mapping, {}, { Ref: 'P1', Solicitor: nobody, Handler: nobody }, { today })
    expect(result.values).toEqual({ propertyRef: 'P1' })
    expect(messages(result)).toContain(`empty Solicitor: "${nobody}" is not a name. It is left empty.`)
  })

  test('a full name fills first and last name, unless they have columns of their own', () => {
    const mapping = { P: 'propertyRef', Name: 'fullName', First: 'firstName' }
    expect(missingFields('vendor', mapping)).toEqual([])
    const { values } = readRow('vendor', mapping, {}, { P: 'P1', Name: 'Grace Otter', First: 'Gracie' }, { today })
    expect(values).toEqual({ propertyRef: 'P1', firstName: 'Gracie', lastName: 'Otter' })
  })

  test('a deposit of 0 means no deposit', () => {
    const mapping = { P: 'propertyRef', N: 'name', A: 'amount', D: 'depositSize' }
    expect(readRow('offer', mapping, {}, { P: 'P1', N: 'Ann', A: '250000', D: '\u00A30.00' }, { today })).toEqual({
      values: { propertyRef: 'P1', name: 'Ann', amount: 25_000_000 },
      issues: [],
    })
  })

  test('never throws, returns no empty values, and returns each required value or an issue', () => {
    // Short texts, because a sale has ninety cells.
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(fc.constantFrom(...importKindNames), texts, (kind, cells) => {
        const { fields } = importKinds[kind]
        const mapping = Object.fromEntries(fields.map(({ key }) => [key, key]))
        const raw = Object.fromEntries(fields.map(({ key }, at) => [key, cells[at % cells.length] ?? '']))
        const { values, issues } = readRow(kind, mapping, {}, raw, { today })
        expect(Object.values(values)).not.toContain('')
        const missing = fields.filter(({ key, needed }) => needed && values[key] === undefined)
        if (missing.length > 0) expect(issues.length).toBeGreaterThan(0)
      }),
      { numRuns: 20 },
    )
  })
})

describe('recognised columns', () => {
  test('every field is recognised by its title, in every kind', () => {
    for (const kind of importKindNames) {
      const titles = importKinds[kind].fields.map(({ title }) => title)
      const keys = importKinds[kind].fields.map(({ key }) => key)
      expect(Object.values(recogniseColumns(kind, titles))).toEqual(keys)
      expect(recogniseKind(titles)).toBe(kind)
      expect(new Set(keys).size).toBe(keys.length)
    }
  })

  test('a column with the name of a field is matched although none of its values can be read: the check reports them', () => {
    const price = (...samples: string[]) => recogniseColumns('property', ['Address 1', 'Price'], { Price: samples }).Price
    expect(price('250,000')).toBe('askingPrice')
    expect(price('250.000', '260.000')).toBe('askingPrice')
    expect(price('on application')).toBe('askingPrice')
  })

  test('names of other systems are recognised in any case and spacing', () => {
    expect(recogniseColumns('property', ['agentRef', 'ADDRESS_1', 'Post Code', 'guide_price', 'Colour'])).toEqual({
      agentRef: 'ref',
      ADDRESS_1: 'line1',
      'Post Code': 'postcode',
      guide_price: 'askingPrice',
      Colour: null,
    })
    expect(
      recogniseColumns('sale', ['Property ID', 'Draft contracts', 'Searches Applied', 'Exchange Date', 'Survey Type']),
    ).toEqual({
      'Property ID': 'propertyRef',
      'Draft contracts': 'step.31.done',
      'Searches Applied': 'step.32.done',
      'Exchange Date': 'step.24.done',
      'Survey Type': 'survey.1.type',
    })
  })

  test.each([
    ['sale', ['Sale Price', 'Price'], 'agreedPrice'],
    ['sale', ['Agreed price', 'Sale price'], 'agreedPrice'],
    ['sale', ['Sold price', 'Price'], 'agreedPrice'],
    ['property', ['List price', 'Price'], 'askingPrice'],
    ['offer', ['Offered', 'Price'], 'amount'],
    ['offer', ['Offer date', 'Date'], 'when'],
    ['viewing', ['Viewing date', 'Date'], 'when'],
    ['note', ['Note date', 'Date'], 'writtenOn'],
    ['vendor', ['Owner email', 'Email address'], 'email'],
  ] as const)('in a file of kind %s, of the columns %j the first is used, whatever their order', (kind, names, key) => {
    const expected = { [names[0]]: key, [names[1]]: null }
    expect(recogniseColumns(kind, names)).toEqual(expected)
    expect(recogniseColumns(kind, names.toReversed())).toEqual(expected)
  })

  test.each([
    [['Ref', 'House number', 'Street', 'Town'], { 'House number': 'line1', Street: 'line1' }],
    [['Number', 'Street', 'Postcode'], { Number: 'line1', Street: 'line1' }],
    [['SAON', 'PAON', 'Street'], { SAON: 'line1', PAON: 'line1', Street: 'line1' }],
    [['buildingName', 'buildingNumber', 'street'], { buildingName: 'line1', buildingNumber: 'line1', street: 'line1' }],
    [['Number', 'Address 1', 'Postcode'], { Number: 'ref', 'Address 1': 'line1' }],
    [['Door', 'Road', 'Town'], { Door: 'line1', Road: 'line1' }],
    [['Ref', 'House number', 'Address 1', 'Address 2'], { 'House number': 'line1', 'Address 1': 'line1', 'Address 2': 'line2' }],
    [['Ref', 'House name or number', 'Address'], { 'House name or number': 'line1', Address: 'address' }],
    [['Ref', 'House name', 'Postcode'], { 'House name': 'line1' }],
    [['Building number', 'Dependent thoroughfare', 'Thoroughfare'], { 'Dependent thoroughfare': 'line1', Thoroughfare: 'line1' }],
    [['Ref', 'Street', 'Address 1'], { Ref: 'ref', 'Address 1': 'line1', Street: null }],
  ])('a house number and a street in columns of their own are both the first line: %j', (names, expected) => {
    expect(recogniseColumns('property', names)).toMatchObject(expected)
    expect(mappingIssues('property', names, recogniseColumns('property', names))).toEqual([])
  })

  test.each([
    [{ PAON: '14', SAON: 'FLAT 2', Street: 'HIGH STREET' }, 'FLAT 2, 14 HIGH STREET'],
    [{ Street: 'Mill Lane', Flat: '3', 'House number': '12' }, 'Flat 3, 12 Mill Lane'],
    [{ 'Address 1': 'Mill Lane', 'House number': '12' }, '12 Mill Lane'],
    [{ 'House name or number': 'Rose Cottage', Address: 'Mill Lane, Larkmead, LK1 1AA' }, 'Rose Cottage, Mill Lane'],
    [{ 'House name or number': '12', Address: '12 Mill Lane, Larkmead, LK1 1AA' }, '12 Mill Lane'],
    [
      { 'Building number': '5', 'Dependent thoroughfare': 'Mill Court', Thoroughfare: 'High Street' },
      '5 Mill Court, High Street',
    ],
    [{ 'House name': 'Rose Cottage' }, 'Rose Cottage'],
  ])('the columns %j have the first line %s', (cells, line1) => {
    const mapping = recogniseColumns('property', Object.keys(cells))
    expect(readRow('property', mapping, {}, cells, { today: '2026-11-29' }).values.line1).toBe(line1)
  })

  test('a file with the name of a house is one of properties', () => {
    expect(recogniseKind(['Ref', 'House name', 'Postcode'])).toBe('property')
    // Whole as a list of prices, but with an address whose first line has another name.
    expect(recogniseKind(['Ref', 'Homestead', 'Town', 'Postcode', 'Price', 'State of it'])).toBe('property')
  })

  test('a column that cannot be read does not displace one that can', () => {
    const samples = { Price: ['250000'], 'Sale price': ['see notes'] }
    expect(recogniseColumns('sale', ['Price', 'Sale price'], samples)).toEqual({ Price: 'agreedPrice', 'Sale price': null })
  })

  test('a column that its name alone matches is mapped if its unreadable cells are left empty, not if they are errors of their rows', () => {
    expect(recogniseColumns('property', ['Price'], { Price: ['see notes', 'call'] })).toEqual({ Price: 'askingPrice' })
    expect(recogniseColumns('sale', ['Price'], { Price: ['see notes', 'call'] })).toEqual({ Price: null })
  })

  test('no column of any kind is known', () => {
    expect(recogniseKind(['Colour', 'Smell'])).toBeNull()
  })

  test('a name, an e-mail address and a telephone number among other columns are no firm', () => {
    expect(recogniseKind(['ID', 'Practice name', 'Town', 'Postcode', 'County', 'Country', 'Website', 'Phone', 'Email'])).toBe(
      'firm',
    )
    expect(recogniseKind(['Name', 'Email', 'Phone', 'Budget', 'Interest', 'Source', 'Agent'])).not.toBe('firm')
    expect(recogniseKind(['Client ID', 'Name', 'Rent'])).toBeNull()
  })

  test('"Sold for" is a price, and the status is in the column of the listing, not in that of a state of America', () => {
    expect(recogniseColumns('sale', ['Sold_For'], { Sold_For: ['250000'] })).toEqual({ Sold_For: 'agreedPrice' })
    const samples = { State: ['FL'], 'Listing Status': ['Active'] }
    expect(recogniseColumns('property', ['State', 'Listing Status'], samples)).toEqual({
      State: null,
      'Listing Status': 'status',
    })
  })

  test('a file without column names: the first row looks like data', () => {
    expect(isHeaderMissing(['{F9059A48}', '46000', '1995-11-10 00:00', 'RG30 2BY', 'FLAT 24'])).toBe(true)
    expect(isHeaderMissing(['Ref', 'Address 1', 'Postcode', 'Price', '2026'])).toBe(false)
  })

  test('free text is not a code list, whatever its first lines', () => {
    expect(isCodeColumn([...Array(8).fill('SSTC'), ...Array.from({ length: 61 }, (_, n) => `text ${n}`)])).toBe(false)
  })

  test('reports a field that is mapped twice, an unknown field and an unknown column', () => {
    expect(
      mappingIssues('note', ['A', 'B', 'C'], { A: 'author', B: 'author', C: 'amount', D: null }).map(({ column }) => column),
    ).toEqual(['B', 'C', 'D'])
  })

  test('"Our ref" is the reference of a property, and of the property in a file of sales', () => {
    expect(recogniseColumns('property', ['Our ref', 'Address 1', 'Postcode'])).toMatchObject({ 'Our ref': 'ref' })
    expect(recogniseColumns('sale', ['Our ref', 'Buyer'])).toMatchObject({ 'Our ref': 'propertyRef' })
    expect(recogniseColumns('offer', ['Offer ref', 'Our ref'])).toEqual({ 'Offer ref': 'ref', 'Our ref': 'propertyRef' })
  })

  test('a corrected file of errors has the fingerprint of the original file, and names its kind', () => {
    const names = ['Our ref', 'Address 1', 'Postcode']
    for (const kind of [null, ...importKindNames]) {
      expect(mappingFingerprintText([...names, errorsColumn(kind)])).toBe(mappingFingerprintText(names))
      expect(kindOfErrors([...names, errorsColumn(kind)])).toBe(kind)
    }
    expect(kindOfErrors(names)).toBe(null)
  })

  test('the fingerprint does not depend on the order of columns', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (names) => {
        expect(mappingFingerprintText(names.toReversed())).toBe(mappingFingerprintText(names))
      }),
    )
  })
})

test('a choice is found by value, title and synonyms; no word is ambiguous', () => {
  for (const { fields } of Object.values(importKinds))
    for (const { choices = [], key } of fields)
      for (const { value, title, otherWords } of choices)
        for (const word of [String(value), title, ...otherWords])
          expect([key, word, findChoice(choices, word)]).toEqual([key, word, value])
})

test('foldName ignores case, spacing, punctuation and camel case', () => {
  expect(new Set(['AgreedPrice', 'agreed_price', 'Agreed price:', 'AGREED-PRICE'].map(foldName))).toEqual(
    new Set(['agreed price']),
  )
  expect(foldName('line1')).toBe(foldName('Line 1'))
})

test('no cell becomes a text that the calls would refuse: line breaks, control characters, fillers, lone surrogates', () => {
  const strange = fc.string({
    unit: fc.constantFrom(
      '\r\n',
      '\r',
      '\n',
      '\v',
      '\f',
      '\t',
      '\u0085',
      '\u2028',
      '_x000D_',
      '_x0007_',
      '\u202e',
      '\ud800',
      '\u3164',
      ',',
      ' ',
      'a',
      '1',
      'RG1 1AA',
    ),
    minLength: 1,
    maxLength: 12,
  })
  const texts = importKindNames.flatMap((kind) =>
    importKinds[kind].fields
      .filter(({ reader }) => ['text', 'person', 'address', 'postcode', 'telephone'].includes(reader))
      .map((field) => ({ kind, field })),
  )
  fc.assert(
    fc.property(fc.constantFrom(...texts), strange, ({ kind, field }, text) => {
      const { values } = readRow(kind, { Cell: field.key }, {}, { Cell: text }, { today })
      for (const value of Object.values(values).flatMap((one) => (typeof one === 'object' ? Object.values(one) : [one])))
        if (value !== '')
          expect(
            (field.cut ? paragraph : (max: number) => requiredLine(max, 'a text'))(5000).safeParse(value).error,
          ).toBeUndefined()
    }),
    { examples: texts.filter(({ field }) => field.reader === 'person').map((person) => [person, 'Otter,\u3164']) },
  )
})
