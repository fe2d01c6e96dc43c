import { expect } from 'chai'
import { checkRows, createRowChecker, guessByContent, guessMapping } from './member-rows.ts'
import { readCsv } from './read-csv.ts'

const ROLES = [
  { id: 'r1', key: 'admin', name: 'Admin' },
  { id: 'r2', key: 'member', name: 'Read, write' },
]

const importOf = async (bytes: Uint8Array) => {
  const table = await readCsv(new File([bytes.slice()], 'users.csv'))
  const mapping = table.hasHeading ? guessMapping(table.header, table.rows) : guessByContent(table)
  return checkRows(table.rows, createRowChecker(mapping, ROLES, []), () => undefined, table)
}

const utf8 = (text: string) => new TextEncoder().encode(text)

/** Encodes text in an encoding with one byte per letter. */
const encodedAs = (label: string, text: string): Uint8Array => {
  const decoder = new TextDecoder(label)
  const letters = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)))
  return Uint8Array.from([...text].map((letter) => letters.indexOf(letter)))
}

const utf16 = (text: string, isSwapped: boolean): Uint8Array => {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  return Uint8Array.from(units.flatMap((unit) => (isSwapped ? [unit >> 8, unit & 0xff] : [unit & 0xff, unit >> 8])))
}

describe('a file of users in an encoding other than UTF-8', () => {
  it('keeps the letters of Windows-1252', async () => {
    for (const name of [
      'Jörg Müßig',
      'François Œuvré',
      'O’Neil',
      'Þórður Óðinsson',
      'Íñigo Ávila',
      'Åse Bjørnøy',
      'IRMÃ João',
      'D´Angelo',
      'Tomáš Škoda',
      'Anne–Marie',
      ...['VP—Sales', 'Wrigley—Zoë', '¨Pepe¨ Pérez', 'Sales¦Marketing', 'Suite ½B', 'Kovšca', 'Majšperk', 'Polšnik'],
      ...['¡¡¡VIP!!!', '£££', '···', 'Sæþór', 'Ráðúnautur', 'RÁÐÚNAUTUR', '¨Pepe Luis¨'],
    ]) {
      const rows = await importOf(
        encodedAs(
          'windows-1252',
          `email;name;notes\r\na@x.test;${name};Acme® 5 m³, £5 – N°2, Suite 5½B, 1½h, 12 ½in\r\n`,
        ),
      )
      expect(rows.map((row) => [row.name, row.problem])).to.deep.equal([[name, undefined]])
    }
  })

  it('is reported row by row when its letters aren’t those of Windows-1252', async () => {
    for (const [label, name] of [
      ['windows-1251', 'Анна Каренина'],
      ['windows-1250', 'Łukasz Żółć'],
      ['windows-1250', 'Paweł Gałązka'],
      ['windows-1253', 'Γιώργος'],
      ['windows-1254', 'Barış Öğüş'],
      ['windows-1255', 'שלום'],
      ['koi8-r', 'Анна'],
      ['iso-8859-5', 'Анна'],
      ['macintosh', 'Jörg Müßig'],
      ['macintosh', 'Jörg'],
      ['macintosh', 'López'],
      ['windows-874', 'สมชาย'],
      ['macintosh', 'Ramón'],
      ['iso-8859-15', 'Œuvre'],
      ['iso-8859-15', 'œuvre'],
      ['iso-8859-15', 'Tomáš'],
    ] as const) {
      const rows = await importOf(encodedAs(label, `email;name\r\na@x.test;${name}\r\nb@x.test;Bob\r\n`))
      expect(
        rows.map(({ email, problem }) => [email, problem?.kind]),
        `${label} ${name}`,
      ).to.deep.equal([
        ['a@x.test', 'damaged'],
        ['b@x.test', undefined],
      ])
    }
  })

  it('is reported row by row when it is in a Japanese encoding', async () => {
    for (const name of ['\x1b$B;3ED\x1b(B', '\xbb\xb3\xc5\xc4', '\x8eR\x93c\x91\xbe\x98Y']) {
      const bytes = Uint8Array.from([...`email,name\na@x.test,${name}\n`].map((letter) => letter.charCodeAt(0)))
      expect((await importOf(bytes)).map(({ problem }) => problem?.kind)).to.deep.equal(['damaged'])
    }
  })

  it('keeps its whole letters when a few bytes of UTF-8 are damaged', async () => {
    const bytes = [...utf8('email,name\na@x.test,Zoë\nb@x.test,J'), 0xf6, ...utf8('rg\nc@x.test,Zo'), 0xc3]
    const rows = await importOf(Uint8Array.from([...bytes, ...utf8('\nd@x.test,Łucja\n')]))
    expect(rows.map(({ name, problem }) => problem?.kind ?? name)).to.deep.equal(['Zoë', 'damaged', 'damaged', 'Łucja'])
  })

  it('is reported when a program before it read UTF-8 in another encoding', async () => {
    for (const name of ['JÃ¶rg', 'MÃ¼ÃŸig', 'Zoâ€™s', 'FranÃ§ois', 'Ã–zil'])
      expect((await importOf(utf8(`email,name\na@x.test,${name}\n`)))[0]?.problem?.kind, name).to.equal('damaged')
  })

  it('is read in UTF-16 without a byte order mark, whatever its script', async () => {
    for (const name of ['Анна Каренина', '山田太郎山田太郎山田太郎', 'Zoë', 'علي'])
      for (const isSwapped of [false, true]) {
        const rows = await importOf(utf16(`email;name\r\na@x.test;${name}\r\n`, isSwapped))
        expect(rows.map((row) => [row.email, row.name, row.problem])).to.deep.equal([['a@x.test', name, undefined]])
      }
  })
})

describe('a file of users in an unusual form', () => {
  it('has a user for each email if it has nothing else', async () => {
    for (const text of [
      'a@x.test,b@x.test,c@x.test',
      'a@x.test; b@x.test; c@x.test\n',
      'a@x.test,b@x.test,\nc@x.test\n',
    ]) {
      const rows = await importOf(utf8(text))
      expect(rows.map(({ email, problem }) => problem?.kind ?? email)).to.deep.equal([
        'a@x.test',
        'b@x.test',
        'c@x.test',
      ])
    }
  })

  it('loses no user of a row with several emails, or of the first line', async () => {
    const several = await importOf(utf8('Ada,a@x.test,b@x.test\nMel,m@x.test,\n'))
    expect(several.map(({ problem }) => problem?.kind)).to.deep.equal(['extraCells', undefined])
    const named = await importOf(utf8('Ada <a@x.test>\nBob <b@x.test>\n'))
    expect(named.map(({ line }) => line)).to.deep.equal([1, 2])
  })

  it('may have formulas for texts, and roles with a separator in their name', async () => {
    const text =
      'email,name,phone,role\n="a@x.test","=""Ada""",="+41791234567","Read, write"\nb@x.test,B,,admin; member\n'
    const rows = await importOf(utf8(text))
    expect(
      rows.map(({ email, name, phone, roleIds, problem }) => [email, name, phone, roleIds, problem]),
    ).to.deep.equal([
      ['a@x.test', 'Ada', '+41791234567', ['r2'], undefined],
      ['b@x.test', 'B', '', ['r1', 'r2'], undefined],
    ])
  })

  it('may have emails as programs mark them: as text, or as addresses of Exchange', async () => {
    const rows = await importOf(
      utf8("email,name\n'a@x.test,'t Hart\n'b@x.test',Bob\nSMTP:c@x.test,C\no'hara@x.test,O'Hara\n"),
    )
    expect(rows.map(({ email, name, problem }) => [email, name, problem])).to.deep.equal([
      ['a@x.test', "'t Hart", undefined],
      ['b@x.test', 'Bob', undefined],
      ['c@x.test', 'C', undefined],
      ["o'hara@x.test", "O'Hara", undefined],
    ])
  })

  it('may be filled with NUL characters, and may end as files of DOS do', async () => {
    for (const text of [
      'email,name\0\0\r\na@x.test\0\0\0,Ada\0\r\n"b@x.test\0",Bob\r\n\0\0',
      'email,name\r\na@x.test,Ada\r\nb@x.test,Bob\r\n\x1a',
    ]) {
      const rows = await importOf(utf8(text))
      expect(rows.map(({ email, name, problem }) => [email, name, problem])).to.deep.equal([
        ['a@x.test', 'Ada', undefined],
        ['b@x.test', 'Bob', undefined],
      ])
    }
    const file = new File([new Uint8Array(8_000_000).fill(0, 1), 'x'], 'disk.csv')
    expect(await readCsv(file).catch((error: Error) => error.name)).to.equal('WorkbookError')
  })

  it('may have a title above its heading, with or without the cells of a spreadsheet', async () => {
    for (const [title, line] of [
      ['Users of Acme', 3],
      ['# exported on 1 May\n\nall users', 5],
      ['Users of Acme,,', 3],
    ] as const)
      for (const heading of ['Name,Email,Note', 'Email,Name,']) {
        const cells = heading.startsWith('Name') ? 'Ada,a@x.test,' : 'a@x.test,Ada,'
        const rows = await importOf(utf8(`${title}\n${heading}\n${cells}\n`))
        expect(rows.map((row) => [row.line, row.email, row.name, row.problem])).to.deep.equal([
          [line, 'a@x.test', 'Ada', undefined],
        ])
      }
    const single = await importOf(utf8('Email,\na@x.test,\n'))
    expect(single.map(({ line, email }) => [line, email])).to.deep.equal([[2, 'a@x.test']])
  })

  it('takes its emails from the column that has them, if several have such a heading', async () => {
    for (const text of ['email,email,name\n,a@x.test,Ada\n', 'login,email,name\nada,a@x.test,Ada\n']) {
      const [row] = await importOf(utf8(text))
      expect([row?.email, row?.problem], text).to.deep.equal(['a@x.test', undefined])
    }
  })
})
