import { expect } from 'chai'
import { toCsv } from '../../rules/csv.ts'
import { LINE_BREAKS } from '../../testing/line-breaks.ts'
import { checkRows, createRowChecker, failedTable, guessByContent, guessMapping } from './member-rows.ts'
import { readCsv } from './read-csv.ts'
import { SeparatorError } from './separator.ts'

const roles = [
  { id: 'r1', key: 'member', name: 'Member' },
  { id: 'r2', key: 'billing', name: 'Billing' },
]
const header = ['Name', 'E-mail', 'Phone', 'Roles']
const fileOf = (text: string) => new File([text], 'users.csv', { type: 'text/csv' })
const words = { reason: 'Error', of: (problem: { kind: string }) => problem.kind }

describe('the roles of a user in a file', () => {
  it('are separated by any line break within the cell', () => {
    for (const separator of LINE_BREAKS) {
      const check = createRowChecker({ email: 0, name: 1, lastName: -1, phone: -1, roles: 2 }, roles, [])
      const row = check(['ada@acme.test', 'Ada', `Member${separator}Billing`], 2)
      expect([row.problem, row.roleIds]).to.deep.equal([undefined, ['r1', 'r2']])
    }
  })
})

describe('a list of users in a file', () => {
  const heads: [string[], number[]][] = [
    [header, [1, 0, 2, 3]],
    [
      ['mail', 'role', 'full name'],
      [0, 2, -1, 1],
    ],
    [
      ['a', 'b'],
      [-1, -1, -1, -1],
    ],
    [
      ['User name', 'Mobile phone', 'Display name'],
      [0, 2, 1, -1],
    ],
  ]
  for (const [head, [email, name, phone, role]] of heads)
    it(`finds the columns of ${head.join(', ')}`, () => {
      expect(guessMapping(head)).to.deep.equal({ email, name, lastName: -1, phone, roles: role })
    })

  it('is read with quotes, line breaks, empty lines and a byte order mark', async () => {
    const text = '\ufeffName,E-mail\r\n"Byron, Ada",ada@acme.test\r\n\r\n"Two\nlines","mel@acme.test"\r\n'
    expect(await readCsv(fileOf(text))).to.deep.include({
      header: ['Name', 'E-mail'],
      rows: [
        ['Byron, Ada', 'ada@acme.test'],
        ['Two\nlines', 'mel@acme.test'],
      ],
      lines: [2, 4],
    })
  })

  const users = [
    ['Name', 'Email', 'Role'],
    ['Ada Lovelace', 'ada@acme.test', 'Member'],
    ['Mel', 'mel@acme.test', 'Billing'],
  ]
  for (const separator of [...LINE_BREAKS, '\x1e'])
    it(`is read with ${JSON.stringify(separator)} as its only line break`, async () => {
      const text = users.map((cells) => cells.join(',')).join(separator)
      for (const end of ['', separator, '\n']) {
        const { header: heading, rows, lines } = await readCsv(fileOf(text + end))
        expect([heading, ...rows]).to.deep.equal(users)
        expect(lines).to.deep.equal([2, 3])
      }
      const [first = [], ...rest] = users
      const roles = [first, ...rest.map(([name = '', email = '']) => [name, email, `Member${separator}Billing`])]
      const written = await readCsv(fileOf(roles.map((cells) => cells.join(',')).join('\r\n')))
      if (!['\n', '\r\n', '\r', '\x1e'].includes(separator)) expect(written.rows).to.deep.equal(roles.slice(1))
    })

  const trimmed = (cells: readonly string[]) => cells.map((cell) => cell.trim())
  for (const separator of [',', ';', '\t', '|', ':', '~', '，', '；', '、', '｜', '^', '¦', '#', ' / '])
    it(`is read with ${JSON.stringify(separator)} between its columns`, async () => {
      const text = users.map((cells) => cells.join(separator)).join('\r\n')
      const { header: heading, rows } = await readCsv(fileOf(text))
      expect([heading, ...rows.map(trimmed)]).to.deep.equal(users)
      const titled = await readCsv(fileOf(`Users of Acme\n\n${text}`))
      expect([titled.header, ...titled.rows.map(trimmed)]).to.deep.equal(users)
    })

  const WITH_RARE: [text: string, rows: string[][]][] = [
    ['Email\nmailto:ada@acme.test\nmailto:mel@acme.test', [['mailto:ada@acme.test'], ['mailto:mel@acme.test']]],
    ['Name,Email\nOffice: Bern,ada@acme.test', [['Office: Bern', 'ada@acme.test']]],
    ['Name;Seen\tat;Email\nAda;10:30;ada@acme.test', [['Ada', '10:30', 'ada@acme.test']]],
    ['姓名,邮箱\n李，娜,li@acme.test', [['李，娜', 'li@acme.test']]],
    [
      'Name;Email\n~;ada@acme.test\n~;mel@acme.test',
      [
        ['~', 'ada@acme.test'],
        ['~', 'mel@acme.test'],
      ],
    ],
    ['Email\nAda Byron <ada@acme.test>\nmel@acme.test', [['Ada Byron <ada@acme.test>'], ['mel@acme.test']]],
    ['Email\nada@acme\nmel', [['ada@acme'], ['mel']]],
    ['Email\nada/x@acme.test\nmel/y@acme.test', [['ada/x@acme.test'], ['mel/y@acme.test']]],
    ['ada/x@acme.test\nmel@acme.test', [['ada/x@acme.test'], ['mel@acme.test']]],
    [
      'sep=:\nada@acme.test:Ada\nmel@acme.test:Mel',
      [
        ['ada@acme.test', 'Ada'],
        ['mel@acme.test', 'Mel'],
      ],
    ],
  ]
  for (const [text, rows] of WITH_RARE)
    it(`keeps a rare separator within cells: ${JSON.stringify(text)}`, async () => {
      expect((await readCsv(fileOf(text))).rows).to.deep.equal(rows)
    })

  const UNSPLIT = [
    'Name–Email\nAda – ada@acme.test\nMel – mel@acme.test\n',
    'Members\nAda / ada@acme.test\nMel / mel@acme.test\n',
    'Email Name\nada@acme.test Ada\nmel@acme.test Mel\n',
    'Users\n1. ada@acme.test\n2. mel@acme.test\nivo@acme.test\n3. eve@acme.test\n',
    'Name Email\nAda ada@acme.test\nMel mel@acme.test',
    'Name   Email\nAda    ada@acme.test',
    'Name -- Email\nAda -- ada@acme.test',
    'Name:Email\nAda:ada@acme.test\nIvo:Lund:ivo@acme.test',
    'Ada:ada@acme.test\nMel:mel@acme.test',
    'Ada~ada@acme.test\nMel~mel@acme.test',
    'ada@acme.test Ada Lovelace\nmel@acme.test Mel',
  ]
  for (const text of UNSPLIT)
    it(`is refused if its columns can’t be recognized: ${JSON.stringify(text)}`, async () => {
      const failure = await readCsv(fileOf(text)).catch((error: unknown) => error)
      expect(failure).to.be.instanceOf(SeparatorError)
    })

  const WITH_NOTES: [text: string, emails: (string | undefined)[]][] = [
    ['Email\nada@acme.test (new)\n', [undefined]],
    ['E-Mail\nada@acme.test / ada@home.test\nmel@acme.test left in May\n', [undefined, undefined]],
    ['"Email address"\nAda Byron ada@acme.test\nmel@acme.test\n', [undefined, 'mel@acme.test']],
    ['ada@acme.test (new)\nmel@acme.test\n', [undefined, 'mel@acme.test']],
    [
      'Work email\nada@acme.test, later\nmel@acme.test - left\nivo@acme.test\n',
      [undefined, undefined, 'ivo@acme.test'],
    ],
  ]
  for (const [text, emails] of WITH_NOTES)
    it(`has a fault only in rows with a note beside the email: ${JSON.stringify(text)}`, async () => {
      const table = await readCsv(fileOf(text))
      const { header: heading, rows, lines, faults } = table
      const mapping = table.hasHeading ? guessMapping(heading, rows) : guessByContent(table)
      const read = await checkRows(rows, createRowChecker(mapping, roles, []), () => undefined, { lines, faults })
      expect(read.map(({ email, problem }) => (problem ? undefined : email))).to.deep.equal(emails)
    })

  const RECIPIENTS: [text: string, emails: (string | undefined)[]][] = [
    ['Ada <ada@acme.test>, Bo <bo@acme.test>, Cy <cy@acme.test>', ['ada@acme.test', 'bo@acme.test', 'cy@acme.test']],
    ['Ada <ada@acme.test>; Bo <bo@acme.test>\n', ['ada@acme.test', 'bo@acme.test']],
    [
      'Ada <ada@acme.test>,Bo <bo@acme.test>\nCy <cy@acme.test>,Di <di@acme.test>\n',
      ['ada@acme.test', 'bo@acme.test', 'cy@acme.test', 'di@acme.test'],
    ],
    ['Byron, Ada <ada@acme.test>; Li, Bo <bo@acme.test>', ['ada@acme.test', 'bo@acme.test']],
    ['Ada <ada@acme.test>,Bo <bo@acme.test>,team', [undefined]],
    ['Cy,Ada <ada@acme.test> Bo <bo@acme.test>,di@acme.test', [undefined]],
    ['Email\nAda <ada@acme.test>, Bo <bo@acme.test>\nCy <cy@acme.test>', [undefined, 'cy@acme.test']],
  ]
  for (const [text, emails] of RECIPIENTS)
    it(`loses no copied recipient: ${JSON.stringify(text)}`, async () => {
      const table = await readCsv(fileOf(text))
      const mapping = table.hasHeading ? guessMapping(table.header, table.rows) : guessByContent(table)
      const read = await checkRows(table.rows, createRowChecker(mapping, roles, []), () => undefined, table)
      expect(read.map(({ email, problem }) => (problem ? undefined : email))).to.deep.equal(emails)
    })

  const cases: [string[], string | undefined][] = [
    [['Ada', 'ada@acme.test', '+44 20 7946 0000', 'Member; billing'], undefined],
    [['Ada', 'ADA@acme.test', '', ''], 'twice'],
    [['Mel', 'mel@acme', '', ''], 'badEmail'],
    [['Mel', '', '', ''], 'noEmail'],
    [['Mel', 'mel@acme.test', 'call me', ''], 'badPhone'],
    [['Ivo', 'ivo@acme.test', '', 'Emperor'], 'unknownRole'],
    [['Tom', 'Tom Ito <tom＠acme.test>;', '', ''], undefined],
    [['Tim', 'tim@acme.test', "'+44 20 7946 0000", ''], undefined],
  ]
  it('is checked row by row, with the reason for each', async () => {
    const check = createRowChecker(guessMapping(header), roles, ['r1'])
    const rows = await checkRows(
      cases.map(([cells]) => cells),
      check,
      () => undefined,
    )
    expect(rows.map(({ problem }) => problem?.kind)).to.deep.equal(cases.map(([, kind]) => kind))
    expect(rows[0]?.roleIds).to.deep.equal(['r1', 'r2'])
    expect(rows[7]).to.deep.include({ phone: '+44 20 7946 0000', roleIds: ['r1'], line: 9 })
  })

  it('returns failed rows exactly as they were, ready for a retry', async () => {
    const bad = [
      ['=cmd()|A1', 'no email', '+1', 'a "b", c\nd'],
      ['Short row', 'also none'],
    ]
    const check = createRowChecker(guessMapping(header), roles, [])
    const rows = await checkRows([...bad, ['Ok', 'ok@acme.test', '', '']], check, () => undefined)
    const again = await readCsv(fileOf(toCsv(failedTable(header, rows, words))))
    expect(again.header).to.deep.equal([...header, 'Error'])
    const second = await checkRows(again.rows, createRowChecker(guessMapping(header), roles, []), () => undefined)
    expect(
      failedTable(header, second, words)
        .slice(1)
        .map((row) => row.slice(0, 4)),
    ).to.deep.equal([bad[0], ['Short row', 'also none', '', '']])
  })

  it('of 5,000 rows is read and checked as a whole', async () => {
    const lines = Array.from({ length: 5_000 }, (_, at) =>
      at % 7 === 0 ? [`User ${at}`, 'broken', '', ''] : [`User ${at}`, `user.${at}@acme.test`, '', 'Member'],
    )
    const file = fileOf(toCsv([header, ...lines]))
    const table = await readCsv(file)
    const rows = await checkRows(table.rows, createRowChecker(guessMapping(table.header), roles, []), () => undefined)
    expect(rows.filter(({ problem }) => problem)).to.have.length(715)
  })
})
