import { expect } from 'chai'
import { reach, scaled } from '../../testing/figures.ts'
import { createRandom, type Random } from '../../testing/random.ts'
import { checkRows, createRowChecker, guessByContent, guessMapping } from './member-rows.ts'
import { readCsv } from './read-csv.ts'

const FILES = 5_000

interface User {
  email: string
  first: string
  last: string
}

const FIRST = [
  'Ada',
  'Jörg',
  'Zoë',
  'Łucja',
  'Ωmega',
  '株式',
  'Anne-Marie',
  'O’Neil',
  'Üwe "Uli"',
  'Byron, Ada',
  'A;b',
  'Émile',
]
const LAST = ['Müßig', 'Lovelace', 'Ñandú', 'van der Berg', 'Straße', 'İnce', 'Åström', 'Müller | Co']

/** Encodes text as Windows-1252, as spreadsheets do; `undefined` if it can't be encoded. */
const toWindows1252 = (text: string): Uint8Array | undefined => {
  const bytes = [...text].map((letter) => {
    if (letter === '’') return 0x92
    const code = letter.codePointAt(0) ?? 0
    return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : -1
  })
  return bytes.includes(-1) ? undefined : Uint8Array.from(bytes)
}

const toUtf16 = (text: string): Uint8Array => {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  return Uint8Array.from([0xff, 0xfe, ...units.flatMap((unit) => [unit & 0xff, unit >> 8])])
}

type Damage = 'none' | 'openQuote' | 'lateQuote' | 'bareSeparator' | 'lostLetter'

interface Made {
  users: User[]
  bytes: Uint8Array
  text: string
  damage: Damage
  isSplit: boolean
  delimiter: string
}

const makeFile = (random: Random, seed: number): Made => {
  const delimiter = random.pick([',', ';', '\t'])
  const newline = random.pick(['\n', '\r\n', '\r'])
  const isSplit = random.chance(0.3)
  const damage = random.pick<Damage>(['none', 'none', 'none', 'openQuote', 'lateQuote', 'bareSeparator', 'lostLetter'])
  // Some files exceed the 64 KB chunks in which readers process files.
  const count = random.chance(0.02) ? 2_500 : 2 + random.below(8)
  const users = Array.from({ length: count }, (_, at) => ({
    email: `user.${seed}.${at}@acme.test`,
    first: random.pick(FIRST),
    last: random.pick(LAST),
  }))
  const broken = random.below(count)
  const cell = (text: string, mustQuote = false) =>
    mustQuote || /["\r\n,;\t|]/.test(text) || random.chance(0.2) ? `"${text.replaceAll('"', '""')}"` : text
  const lineOf = ({ email, first, last }: User, at: number) => {
    const name = isSplit ? [first, last] : [`${first} ${last}`]
    const cells = [cell(email), ...name.map((part) => cell(part))]
    if (at === broken && damage === 'openQuote') cells[1] = `"${name[0]?.replaceAll('"', '')}`
    if (at === broken && damage === 'lateQuote') cells[1] = ` ${cell(`${name[0]}${delimiter} x`, true)}`
    if (at === broken && damage === 'bareSeparator') cells[1] = `Doe${delimiter}${cells[1]}`
    if (at === broken && damage === 'lostLetter') cells[1] = cell(`${name[0]}\ufffd`)
    return cells.join(delimiter)
  }
  const hasHeading = isSplit || random.chance(0.8)
  const heading = isSplit ? ['E-mail', 'First name', 'Last name'] : ['E-mail', 'Name']
  const lines = [
    ...(random.chance(0.2) ? [`sep=${delimiter}`] : []),
    ...(hasHeading ? [heading.join(delimiter)] : []),
    ...users.flatMap((user, at) => [...(random.chance(0.1) ? [''] : []), lineOf(user, at)]),
  ]
  const text = lines.join(newline) + (random.chance(0.7) ? newline : '')
  const utf8 = new TextEncoder().encode(random.chance(0.3) ? `\ufeff${text}` : text)
  const bytes = random.pick([utf8, toUtf16(text), toWindows1252(text) ?? utf8])
  return { users, bytes, text, damage, isSplit, delimiter }
}

/** A second reader of RFC 4180 that parses character by character and records the line in which each record begins. */
const readAgain = (text: string, delimiter: string): { cells: string[]; line: number }[] => {
  const records: { cells: string[]; line: number }[] = []
  let [record, cell, line, begun] = [[] as string[], '', 1, 1]
  let isQuoted = false
  const letters = [...text.replaceAll('\r\n', '\n').replaceAll('\r', '\n'), '\n']
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at]
    if (letter === '\n') line += 1
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (letters[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === delimiter) {
      record.push(cell)
      cell = ''
    } else if (letter === '\n') {
      record.push(cell)
      if (record.some((each) => each.trim() !== '')) records.push({ cells: record, line: begun })
      record = []
      cell = ''
      begun = line
    } else cell += letter
  }
  return records
}

const importOf = async (bytes: Uint8Array) => {
  const table = await readCsv(new File([bytes.slice()], 'users.csv'))
  const mapping = table.hasHeading ? guessMapping(table.header, table.rows) : guessByContent(table)
  const rows = await checkRows(table.rows, createRowChecker(mapping, [], []), () => undefined, table)
  return { table, rows }
}

/**
 * Returns users that are neither imported exactly nor reported in a row with a problem, and imported rows that aren't
 * users of the file.
 */
const silentIn = async ({ users, bytes, text, damage, delimiter }: Made): Promise<string[]> => {
  const { table, rows } = await importOf(bytes)
  const ready = new Map(rows.filter(({ problem }) => !problem).map((row) => [row.email, row]))
  const reported = rows.filter(({ problem }) => problem).flatMap(({ cells }) => cells)
  const lost = users.filter(({ email, first, last }) => {
    const row = ready.get(email)
    return row ? row.name !== `${first} ${last}` : !reported.some((cell) => cell.includes(email))
  })
  const invented = [...ready.keys()].filter((email) => !users.some((user) => user.email === email))
  const wrong = [...lost.map(({ email }) => `lost ${email}`), ...invented.map((email) => `invented ${email}`)]
  if (damage !== 'none') return reported.length === 0 ? [...wrong, `${damage} isn’t reported`] : wrong
  const records = readAgain(text, delimiter).filter(({ cells }) => cells.some((cell) => cell.includes('@')))
  const differs = records.some(({ cells, line }, at) => {
    const isSame = cells.length === table.rows[at]?.length && cells.every((cell, x) => cell === table.rows[at]?.[x])
    return !isSame || table.lines[at] !== line
  })
  const isWhole = records.length === table.rows.length && reported.length === 0
  return differs || !isWhole ? [...wrong, 'differs from the other reader'] : wrong
}

describe('files of spreadsheets in every writing', () => {
  it('are imported exactly, row by row, or cause an error that names the row', async function () {
    this.timeout?.(600_000)
    const files = scaled(FILES)
    const silent: string[] = []
    for (let seed = 0; seed < files; seed += 1) {
      const made = makeFile(createRandom(seed), seed)
      const wrong = await silentIn(made)
      if (wrong.length > 0) silent.push(`file ${seed} (${made.damage}): ${wrong.slice(0, 3).join(', ')}`)
    }
    await reach(71, `${FILES} generated files: 0 silent differences`, `${files}: ${silent.length}`, silent.length === 0)
    expect(silent.slice(0, 5)).to.deep.equal([])
  })

  const encoded = (text: string) => toWindows1252(text) ?? new TextEncoder().encode(text)

  it('of German Excel keep their letters, and report how they were read', async () => {
    const { table, rows } = await importOf(encoded('Name;E-Mail\r\nJörg Müßig;jm@acme.test\r\n'))
    expect(rows.map(({ name, email, problem }) => [name, email, problem])).to.deep.equal([
      ['Jörg Müßig', 'jm@acme.test', undefined],
    ])
    expect(table.encoding).to.equal('windows-1252')
  })

  it('report rows that an unclosed quotation mark merges, with the line in which they begin', async () => {
    const { rows } = await importOf(encoded('email,name\n\nz@x.test,Z\na@x.test,"Ada\nb@x.test,B\nc@x.test,C\n'))
    expect(rows.map(({ email, line, problem }) => [email, line, problem?.kind])).to.deep.equal([
      ['z@x.test', 3, undefined],
      ['a@x.test', 4, 'openQuote'],
    ])
  })

  it('report damaged letters, late quotation marks and cells without a column', async () => {
    const text = 'email,name\na@x.test,J\ufffdrg\nb@x.test, "B, C"\nc@x.test,Doe, Jane\n'
    const { rows } = await importOf(new TextEncoder().encode(text))
    expect(rows.map(({ problem }) => problem?.kind)).to.deep.equal(['damaged', 'strayQuote', 'extraCells'])
  })

  it('may declare their separator in every way that spreadsheets do', async () => {
    for (const [line, separator] of [
      ['sep=;', ';'],
      ['SEP=;', ';'],
      ['Sep=,', ','],
      ['sep = ;', ';'],
      ['sep=; ', ';'],
      [' sep =;', ';'],
      ['"sep=;"', ';'],
      ['"sep=,"', ','],
      ['"SEP = ;"', ';'],
      ['sep=";"', ';'],
      ["sep=';'", ';'],
      ['"sep="";"""', ';'],
      ['\ufeffsep=;', ';'],
      ['\ufeff"sep=;"', ';'],
      ['\ufeff\ufeffsep=;', ';'],
      ['sep=\t', '\t'],
      ['"sep=\t"', '\t'],
      ['sep = \t', '\t'],
      ['sep=\\t', '\t'],
      ['sep=|', '|'],
      ['sep=^', '^'],
      ['sep=;;;', ';'],
      ['"sep=;";;', ';'],
      ['sep=,,', ','],
      ['sep=', ';'],
      ['\nsep=;', ';'],
    ] as const) {
      const cells = ['mel@acme.test', 'Mel, the "2nd" | x'.replaceAll('"', '')]
      const row = cells.map((cell) => (cell.includes(separator) ? `"${cell}"` : cell)).join(separator)
      const { table } = await importOf(encoded(`${line}\r\nEmail${separator}Name\r\n${row}\r\n`))
      const first = line.startsWith('\n') ? 4 : 3
      expect([table.header, table.rows, table.lines], line).to.deep.equal([['Email', 'Name'], [cells], [first]])
    }
    const { table: unmarked } = await importOf(encoded('Sepp;Email\r\nA;a@acme.test\r\n'))
    expect(unmarked.header).to.deep.equal(['Sepp', 'Email'])
  })

  it('may have a column of emails under any heading', async () => {
    const { rows } = await importOf(
      encoded('Contact;Kontakt;Note\r\nMel;mel@acme.test;x\r\nAda;ada@acme.test;mel@acme.test\r\n'),
    )
    expect(rows.map(({ email }) => email)).to.deep.equal(['mel@acme.test', 'ada@acme.test'])
  })

  it('may begin with a byte order mark even if they aren’t UTF-8', async () => {
    const bytes = Uint8Array.from([...encoded('\ufeffsep=;\r\nE-Mail;Name\r\njm@acme.test;J'), 0xf6, 0x72, 0x67])
    const { header, rows } = (await importOf(bytes)).table
    expect([header, rows]).to.deep.equal([['E-Mail', 'Name'], [['jm@acme.test', 'Jörg']]])
  })

  it('may begin with sep=, lack a heading, or have first and last names apart', async () => {
    const { rows } = await importOf(encoded('sep=;\r\nada@acme.test;Ada Lovelace\r\nmel@acme.test;Mel\r\n'))
    expect(rows.map(({ name, line }) => [name, line])).to.deep.equal([
      ['Ada Lovelace', 2],
      ['Mel', 3],
    ])
    const split = await importOf(encoded('Vorname;Nachname;E-Mail\nJörg;Müßig;jm@acme.test\n'))
    expect(split.rows.map(({ name }) => name)).to.deep.equal(['Jörg Müßig'])
  })

  it('are searched for names in two columns, with headings in many spellings and without any', async () => {
    for (const [heading, row] of [
      ['first_name,last_name,email', 'Ada,Lovelace,ada@acme.test'],
      ['First Name [Required],Last Name [Required],Email Address [Required]', 'Ada,Lovelace,ada@acme.test'],
      ['Surname,Forename,Mail', 'Lovelace,Ada,ada@acme.test'],
      ['Last;First;E-Mail', 'Lovelace;Ada;ada@acme.test'],
      ['Nombre;Apellidos;Correo electrónico', 'Ada;Lovelace;ada@acme.test'],
      ['Cognome;Nome;Posta elettronica', 'Lovelace;Ada;ada@acme.test'],
      ['メールアドレス,姓,名', 'ada@acme.test,Lovelace,Ada'],
      ['', 'Ada,Lovelace,ada@acme.test'],
      ['', 'ada@acme.test;Ada;Lovelace'],
    ] as const) {
      const { rows } = await importOf(new TextEncoder().encode(heading ? `${heading}\n${row}\n` : `${row}\n`))
      expect(rows.map(({ name, email }) => [name, email])).to.deep.equal([['Ada Lovelace', 'ada@acme.test']], heading)
    }
    const whole = await importOf(encoded('Ada Lovelace;Research;ada@acme.test\nMel;Sales;mel@acme.test\n'))
    expect(whole.rows.map(({ name }) => name)).to.deep.equal(['Ada Lovelace', 'Mel'])
  })

  it('report a quotation mark that is opened in the heading and swallows everyone', async () => {
    const { rows } = await importOf(encoded('"Name,E-Mail\nAda,ada@acme.test\nMel,mel@acme.test\n'))
    expect(rows.map(({ line, problem }) => [line, problem?.kind])).to.deep.equal([[1, 'openQuote']])
  })

  it('report emails whose part before the @ has letters of other scripts', async () => {
    const { rows } = await importOf(new TextEncoder().encode('email,name\njörg@x.test,J\na..b@x.test,A\n'))
    expect(rows.map(({ problem }) => problem?.kind)).to.deep.equal(['foreignEmail', 'badEmail'])
  })

  it('yield names on one line without invisible characters', async () => {
    const { rows } = await importOf(
      new TextEncoder().encode('email,name\na@x.test,"Ada\nLovelace"\nb@x.test,Bob\u202egnp\nc@x.test,\u00a0\u200b\n'),
    )
    expect(rows.map(({ name, problem }) => [name, problem])).to.deep.equal([
      ['Ada Lovelace', undefined],
      ['Bobgnp', undefined],
      ['', undefined],
    ])
  })

  it('in UTF-16 with a byte order mark and tabs, as Excel saves Unicode text, keep their letters', async () => {
    const text = '\ufeffName\tE-Mail\r\nJörg Müßig 山田\tjm@acme.test\r\n'
    const units = (of: string) => new Uint8Array(Uint16Array.from([...of].map((c) => c.charCodeAt(0))).buffer)
    const swapped = units(text).map((_, at, bytes) => bytes[at ^ 1] ?? 0)
    // Some programs omit the mark.
    for (const bytes of [units(text), swapped, units(text.slice(1)), swapped.slice(2)]) {
      const { rows } = await importOf(bytes)
      expect(rows.map(({ name, email }) => [name, email])).to.deep.equal([['Jörg Müßig 山田', 'jm@acme.test']])
    }
  })

  it('that are workbooks under another name are refused as such', async () => {
    for (const content of [
      Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0]),
      Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
      '<html><table><tr><td>ada@acme.test</td></tr></table></html>',
      '\ufeff<?xml version="1.0"?><Workbook>',
      '%PDF-1.7\n',
      '{\\rtf1 ada@acme.test}',
      Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0]),
      Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
    ]) {
      const failure = await readCsv(new File([content], 'users.csv')).catch((error: Error) => error.name)
      expect(failure, String(content)).to.equal('WorkbookError')
    }
  })
})
