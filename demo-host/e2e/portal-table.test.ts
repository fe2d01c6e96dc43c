import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { pages } from '../../src/pages/index.ts'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')
const ids = pages.map(({ id }) => id)

/** What every page is tested for besides its dialogs. */
const STATES = ['main job', 'without a mouse', 'loading', 'failed', 'empty', 'no permission', 'axe and 390 px']

/** Where each page names its dialogs; a page without any is not here. */
const DIALOGS: Readonly<Record<string, readonly [file: string, type: string]>> = {
  profile: ['src/pages/profile/profile.state.ts', 'ProfileDialog'],
  privacy: ['src/pages/privacy/privacy.state.ts', 'PrivacyDialog'],
  users: ['src/pages/users/users.state.ts', 'UsersDialog'],
  groups: ['src/pages/groups/groups.state.ts', 'GroupsDialog'],
  roles: ['src/pages/roles/roles.state.ts', 'RolesDialog'],
  allAccounts: ['src/pages/all-accounts/accounts.state.ts', 'AccountsDialog'],
  personalApiTokens: ['src/parts/api-tokens/api-tokens.state.ts', 'TokensDialog'],
  apiTokens: ['src/parts/api-tokens/api-tokens.state.ts', 'TokensDialog'],
}

/** Parts of a page that have a job of their own. */
const TABS = ['account login box', 'roles matrix']

/** Dialogs that stand outside those unions, by the file that draws them. */
const OTHERS: Readonly<Record<string, string>> = {
  'src/pages/profile/dialogs/crop-dialog.tsx': 'profile crop',
  'src/parts/passkeys/passkeys.view.tsx': 'privacy passkey',
  'src/parts/unsaved/unsaved.tsx': 'portal unsaved',
  'src/parts/idle/idle-warning.tsx': 'portal idle',
  'src/elements/admin-portal/shell/portal-body.tsx': 'portal menu',
  'src/elements/admin-portal/shell/account-switcher.tsx': 'portal accounts',
  'src/elements/admin-portal/command-bar/command-bar.tsx': 'portal command bar',
}

interface Row {
  page: string
  what: string
  spec: string
  title: string
}

/** `| page | what | `file` | title |` of the README. */
const rows: readonly Row[] = readFileSync(join(here, 'README.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  .filter((cells) => cells.length === 6 && ['every page', 'portal', ...ids].includes(cells[1] ?? ''))
  .flatMap(([, page = '', what = '', spec = '', title = '']) =>
    (page === 'every page' ? ids : [page]).map((id) => ({ page: id, what, spec, title })),
  )

/** The literals of `kind` in one type of a file. */
const kindsOf = ([file, type]: readonly [string, string]): string[] => {
  const path = join(root, file)
  const source = ts.createSourceFile(file, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true)
  const declared = source.statements.find((one) => ts.isTypeAliasDeclaration(one) && one.name.text === type)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isPropertySignature(node) && node.name.getText() === 'kind' && node.type) {
      const types = ts.isUnionTypeNode(node.type) ? node.type.types : [node.type]
      for (const one of types) if (ts.isLiteralTypeNode(one)) found.push(one.literal.getText().slice(1, -1))
    }
    ts.forEachChild(node, visit)
  }
  if (declared) visit(declared)
  return found
}

const wanted = (): string[] => [
  ...pages.flatMap(({ id }) => STATES.map((state) => `${id} ${state}`)),
  ...Object.entries(DIALOGS).flatMap(([page, union]) => kindsOf(union).map((kind) => `${page} ${kind}`)),
  ...Object.values(OTHERS),
  ...TABS,
]

const named = (): string[] => rows.map(({ page, what }) => `${page} ${what}`)

test('every page, every state of it and every dialog has its test in the table', () => {
  const all = wanted()
  assert.ok(all.length > 100, `only ${all.length} were found`)
  assert.deepEqual(
    all.filter((one) => !named().includes(one)),
    [],
  )
})

test('the table names nothing that the code lacks', () => {
  assert.deepEqual(
    named().filter((one) => !wanted().includes(one)),
    [],
  )
})

test('every test of the table is there', () => {
  const gone = rows.flatMap(({ spec, title }) => {
    const path = spec.startsWith('src/') ? join(root, spec) : join(here, spec)
    if (!existsSync(path)) return [`${spec}: no such file`]
    return readFileSync(path, 'utf8').replaceAll('`', "'").includes(`'${title}`) ? [] : [`${spec}: no test "${title}"`]
  })
  assert.deepEqual(gone, [])
})

test('no dialog is drawn anywhere else', () => {
  const known = [...Object.keys(OTHERS), 'src/parts/code-dialog/code-dialog.tsx']
  const folders = ['src/pages', 'src/parts', 'src/elements/admin-portal']
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx') && !entry.name.endsWith('.test.tsx'))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const drawing = files.filter((file) =>
    /<(Form|Confirm|Code)?Dialog\b|<Drawer\b|<dialog\b/.test(readFileSync(file, 'utf8')),
  )
  const elsewhere = drawing
    .map((file) => relative(root, file))
    .filter((file) => !/^src\/pages\/[\w-]+\/dialogs\//.test(file) && !file.startsWith('src/parts/api-tokens/'))
    .filter((file) => !known.includes(file))
  // The portal itself, as a window over the page.
  assert.deepEqual(elsewhere, ['src/elements/admin-portal/shell/portal-frame.tsx'])
})
