import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pages } from '../../src/pages/index.ts'
import { faultsOfTest, literalsOf, readmeRows, type Union } from './support/readme-table.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const ids = pages.map(({ id }) => id)

/** The states that every page is tested for in addition to its dialogs. */
const STATES = ['main job', 'without a mouse', 'loading', 'failed', 'empty', 'no permission', 'axe and 390 px']

/** The type with the dialogs of each page, or of `page tab`; pages without dialogs are not listed. */
const DIALOGS: Readonly<Record<string, Union>> = {
  profile: ['src/pages/profile/profile.state.ts', 'ProfileDialog'],
  'profile self-service': ['src/pages/profile/self-service/self-service.state.ts', 'SelfServiceDialog'],
  'account deletion': ['src/pages/account/deletion/deletion.state.ts', 'DeletionDialog'],
  privacy: ['src/pages/privacy/privacy.state.ts', 'PrivacyDialog'],
  users: ['src/pages/users/users.state.ts', 'UsersDialog'],
  groups: ['src/pages/groups/groups.state.ts', 'GroupsDialog'],
  security: ['src/pages/security/ip/ip.state.ts', 'IpDialog'],
  audits: ['src/pages/audits/audits.state.ts', 'AuditsDialog'],
  sso: ['src/pages/sso/sso.state.ts', 'SsoDialog'],
  provisioning: ['src/pages/provisioning/provisioning.state.ts', 'ProvisioningDialog'],
  roles: ['src/pages/roles/roles.state.ts', 'RolesDialog'],
  allAccounts: ['src/pages/all-accounts/all-accounts.state.ts', 'AccountsDialog'],
  subscriptions: ['src/pages/subscription/subscription.state.ts', 'SubscriptionDialog'],
  personalApiTokens: ['src/parts/api-tokens/api-tokens.state.ts', 'TokensDialog'],
  apiTokens: ['src/parts/api-tokens/api-tokens.state.ts', 'TokensDialog'],
  webhooks: ['src/pages/webhooks/webhooks.state.ts', 'WebhooksDialog'],
  'security center': ['src/pages/security/center/center.state.ts', 'CenterDialog'],
  'security domains': ['src/pages/security/domains/domains.state.ts', 'AddDialog'],
}

/** Parts of a page that have a task of their own. */
const TABS = [
  'account login box',
  'roles matrix',
  'security center',
  'security sessions',
  'security general',
  'security ip',
  'security domains',
]

/** Dialogs outside of those unions, by the file that renders them. */
const OTHERS: Readonly<Record<string, string>> = {
  'src/pages/profile/dialogs/crop-dialog.tsx': 'profile crop',
  'src/parts/passkeys/passkeys.view.tsx': 'privacy passkey',
  'src/parts/policy-guard/guard-dialog.tsx': 'security guard',
  'src/parts/unsaved/unsaved.tsx': 'portal unsaved',
  'src/parts/idle/idle-warning.tsx': 'portal idle',
  'src/elements/admin-portal/shell/portal-body.tsx': 'portal menu',
  'src/elements/admin-portal/shell/account-switcher.tsx': 'portal accounts',
  'src/elements/admin-portal/command-bar/command-bar.tsx': 'portal command bar',
  // This renders the same dialog while its chunk loads.
  'src/elements/admin-portal/shell/command-bar-host.tsx': 'portal command bar',
  'src/elements/admin-portal/notifications/bell.tsx': 'portal notifications',
  'src/elements/admin-portal/step-up/step-up-dialog.view.tsx': 'portal step-up',
  'src/elements/admin-portal/account-entry/account-entry-dialog.view.tsx': 'portal account entry',
}

/** Shared parts of the pages' dialogs listed above. */
const SHARED = [
  'src/parts/card-list/rename-dialog.tsx',
  'src/parts/code-dialog/code-dialog.tsx',
  'src/parts/phone/phone-dialog.tsx',
]

interface Row {
  page: string
  what: string
  spec: string
  title: string
}

/** The rows `| page | what | `file` | title |` of the README. */
const rows: readonly Row[] = readmeRows(4, (page) => ['every page', 'portal', ...ids].includes(page)).flatMap(
  ([page = '', what = '', spec = '', title = '']) =>
    (page === 'every page' ? ids : [page]).map((id) => ({ page: id, what, spec, title })),
)

const kindsOf = (union: Union): string[] => literalsOf(union, ['kind'])

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

test('the table lists nothing that the code lacks', () => {
  assert.deepEqual(
    named().filter((one) => !wanted().includes(one)),
    [],
  )
})

test('every test of the table exists', () => {
  const gone = rows.flatMap(({ spec, title }) => faultsOfTest(spec, title))
  assert.deepEqual(gone, [])
})

/**
 * The specs of sessions, the command bar, notifications and step-up check these parts around the pages, and
 * `operator.spec.ts` the dialogs that only the operator of all accounts opens.
 */
const COVERED_END_TO_END = [
  ...['idle', 'menu', 'command bar', 'notifications', 'step-up', 'account entry'].map((part) => `portal ${part}`),
  ...['suspend', 'resume', 'status'].map((dialog) => `allAccounts ${dialog}`),
]
/**
 * These need an account at a provider, a user of several accounts, a directory whose guarantor left, or the last
 * administrator of sub-accounts, whose dialog `all-accounts.left-alone.test.tsx` checks.
 */
const NOT_COVERED = ['allAccounts end-access', 'profile self-service unlink', 'provisioning confirm', 'users accounts']

/** Loops over similar pages name their states by `${id}`. */
const ALIKE = ['personalApiTokens', 'apiTokens']

test('axe checks every dialog at the width of a phone', () => {
  const folder = join(root, 'src/preview/stage')
  const walks = readdirSync(folder).filter((file) => file.startsWith('dialogs-of-') && file.endsWith('.test.ts'))
  const text = walks.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  const covered = [text, ...ALIKE.map((id) => text.replaceAll(/\$\{id\}/g, id))].join('\n').replaceAll('`', "'")
  const dialogs = [
    ...Object.entries(DIALOGS).flatMap(([page, union]) => kindsOf(union).map((kind) => `${page} ${kind}`)),
    ...Object.values(OTHERS),
  ]
  const missing = dialogs.filter((dialog) => !covered.includes(`'${dialog}'`) && !covered.includes(`'${dialog},`))
  assert.deepEqual([...new Set(missing)].toSorted(), [...COVERED_END_TO_END, ...NOT_COVERED].toSorted())
})

test('no other file renders a dialog', () => {
  const known = [...Object.keys(OTHERS), ...SHARED]
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
    .filter(
      (file) => !/^src\/pages\/[\w-]+\/([\w-]+\/)?dialogs\//.test(file) && !file.startsWith('src/parts/api-tokens/'),
    )
    .filter((file) => !known.includes(file))
  // This is the portal itself, as a window over the page.
  assert.deepEqual(elsewhere, ['src/elements/admin-portal/shell/shell.tsx'])
})
