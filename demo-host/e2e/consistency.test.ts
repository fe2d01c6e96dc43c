// Checks in the sources that all screens treat names of pages, words, avatars and menus in the same way.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../src', import.meta.url))

const filesIn = (folder: string, end: string): string[] =>
  existsSync(join(source, folder))
    ? readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith(end) && !file.includes('.test.'))
        .map((file) => join(source, folder, file))
    : []

type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>

const textsOf = async (file: string): Promise<Texts[]> => {
  const exported: Readonly<Record<string, { texts?: Texts } | undefined>> = await import(file)
  return Object.values(exported).flatMap((set) => (set?.texts ? [set.texts] : []))
}

/** Returns every text of every catalog as `file: key: text`, without the names of its values. */
const allTexts = async (): Promise<{ place: string; text: string }[]> => {
  const found = await Promise.all(
    filesIn('', '.messages.ts').map(async (file) =>
      (await textsOf(file)).flatMap((texts) =>
        Object.entries(texts).flatMap(([key, message]) =>
          (typeof message === 'string' ? [message] : Object.values(message)).map((text) => ({
            place: `${relative(source, file)} ${key}: ${text}`,
            text,
          })),
        ),
      ),
    ),
  )
  return found.flat()
}

const texts = await allTexts()
const withoutValues = (text: string) => text.replace(/\{\{\w+\}\}/g, '')

test('A page has the same name in the menu, the command bar, breadcrumbs and its title', async () => {
  const folders = readdirSync(join(source, 'pages'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  let compared = 0
  for (const { name } of folders) {
    const exported: Readonly<Record<string, { title?: string }>> = await import(join(source, 'pages', name, 'index.ts'))
    const [title] = Object.values(exported).flatMap((page) => page.title ?? [])
    const own = [...filesIn(`pages/${name}`, '.messages.ts'), ...filesIn(`parts/${name}`, '.messages.ts')]
    const titles = (await Promise.all(own.map(textsOf)))
      .flat()
      .flatMap(({ pageTitle }) => (pageTitle === undefined ? [] : [pageTitle]))
    assert.ok(titles.length > 0, `${name} has no pageTitle`)
    for (const pageTitle of titles) assert.equal(pageTitle, title, `src/pages/${name}`)
    compared += titles.length
  }
  assert.ok(compared >= 16, `Only ${compared} pages were found`)
})

test('"ID" is written in capitals', () => {
  assert.ok(texts.length > 1_500, `Only ${texts.length} texts were found`)
  const wrong = texts.filter(({ text }) => /\b(Id|id|Ids|ids)\b/.test(withoutValues(text)))
  assert.deepEqual(
    wrong.map(({ place }) => place),
    [],
  )
})

/** These texts are about one value that is replaced as a whole; records and their parts are edited instead. */
const REPLACED = /^Change( (email|picture|logo|password|number|card)| your (password|email|phone number)| to )?/

test('Records are edited: no button says modify, update or alter, and only single values are changed', () => {
  const wrong = texts.filter(({ text }) => {
    const [verb = ''] = text.split(' ')
    if (['Modify', 'Update', 'Alter', 'Amend'].includes(verb)) return true
    return verb === 'Change' && text !== 'Change' && REPLACED.exec(text)?.[0] === 'Change'
  })
  assert.deepEqual(
    wrong.map(({ place }) => place),
    [],
  )
})

const views = ['pages', 'parts', 'elements', 'ui'].flatMap((folder) => filesIn(folder, '.tsx'))

test('Avatars have three sizes: small in menus and the navigation, large at the head of one user, else medium', () => {
  const sizes = readFileSync(join(source, 'ui/avatar/avatar.css'), 'utf8').matchAll(/^ {2}width: (\d+)px/gm)
  assert.deepEqual(
    [...sizes].map(([, size]) => Number(size)),
    [32, 24, 40],
  )
  const used = views.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<Avatar\b[^>]*?\bsize="(\w)"/g)].map(
      ([, size]) => `${size} ${relative(source, file)}`,
    ),
  )
  const isAllowed = (use: string) =>
    /^s (ui\/menu|elements\/admin-portal)\//.test(use) || /^l pages\/(users\/dialogs\/details|profile\/cards)/.test(use)
  assert.deepEqual(
    used.filter((use) => !isAllowed(use)),
    [],
  )
  assert.ok(used.length >= 6, `Only ${used.length} sizes were found`)
  const restyled = ['pages', 'parts', 'elements', 'ui']
    .flatMap((folder) => filesIn(folder, '.css'))
    .filter(
      (file) =>
        !file.endsWith('avatar.css') &&
        /\.fe-avatar\b[^{]*\{[^}]*\b(width|height|size):/.test(readFileSync(file, 'utf8')),
    )
  assert.deepEqual(restyled, [])
})

test('A click on a row opens what a click on its name opens', () => {
  // The columns of a table are in a file of their own or beside the table.
  const columns = views.filter((file) => {
    const code = readFileSync(file, 'utf8')
    return code.includes('<RowLink') && /\bColumn</.test(code)
  })
  assert.ok(columns.length >= 7, `Only ${columns.length} lists were found`)
  for (const file of columns) {
    const page = views.filter((view) => dirname(view) === dirname(file)).map((view) => readFileSync(view, 'utf8'))
    assert.ok(
      page.some((text) => /<(?:RecordList|DataTable)<.*?\bonOpen=/s.test(text)),
      `${relative(source, file)}: its list has no onOpen`,
    )
  }
})

/** The options of a menu, up to the end of its first object or function. */
const OPTIONS = /\boptions=\{[^}]*/g

test('Menus of roles come from one place, which sorts them', () => {
  const menus = views.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(OPTIONS)].flatMap(([options]) =>
      /[rR]ole/.test(options) ? [{ file: relative(source, file), options }] : [],
    ),
  )
  assert.ok(menus.length >= 10, `Only ${menus.length} menus were found`)
  // The matrix offers its own columns, in their order.
  const others = menus.filter(({ file, options }) => !file.endsWith('roles.matrix.tsx') && options.includes('.map('))
  assert.deepEqual(others, [])
})
