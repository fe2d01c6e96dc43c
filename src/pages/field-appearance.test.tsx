import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import type { ComponentType, ReactNode } from 'react'
import type { JsonObject } from '../entities/wire.ts'
import type { Appearance } from '../feature/page-fields.ts'
import type { AppSettings } from '../feature/settings.ts'
import { createTranslator } from '../i18n/create-translator.ts'
import { CONTROLS, TAB_NAMES } from '../navigation/field-places.ts'
import { passkeysMessages } from '../parts/passkeys/passkeys.messages.ts'
import { initialPasskeys } from '../parts/passkeys/passkeys.state.ts'
import { PasskeysView } from '../parts/passkeys/passkeys.view.tsx'
import { postalAddressMessages } from '../parts/postal-address/postal-address.messages.ts'
import { aUser } from '../testing/builders.ts'
import { WithTexts } from '../testing/feature.tsx'
import { type RenderedUi, renderUi } from '../testing/render.tsx'
import { APPEARANCE_NAMES } from '../theme/appearance-advice.ts'
import { ACCOUNT_FIELDS, accountFieldsOf } from './account/account.draft.ts'
import { accountMessages } from './account/account.messages.ts'
import { loaded as accountLoaded, initialAccount } from './account/account.state.ts'
import { AccountView } from './account/account.view.tsx'
import { privacyMessages } from './privacy/privacy.messages.ts'
import {
  devicesLoaded,
  initialPrivacy,
  PRIVACY_FIELDS,
  privacyFieldsOf,
  sessionsChanged,
} from './privacy/privacy.state.ts'
import * as privacyLinks from './privacy/privacy.url.ts'
import { PrivacyView } from './privacy/privacy.view.tsx'
import { PROFILE_FIELDS, profileFieldsOf } from './profile/profile.draft.ts'
import { profileMessages } from './profile/profile.messages.ts'
import { initialProfile, loaded as profileLoaded } from './profile/profile.state.ts'
import * as profileLinks from './profile/profile.url.ts'
import { ProfileView } from './profile/profile.view.tsx'
import { INVITE_FIELDS, inviteFieldsOf } from './users/users.list.ts'
import { usersMessages } from './users/users.messages.ts'
import { EMPTY_DRAFT, initialUsers } from './users/users.state.ts'
import { UsersView } from './users/users.view.tsx'

type Settings = Pick<AppSettings, 'theme' | 'configuration'>

const translator = createTranslator({ language: 'en' })
const addressTexts = translator.translatorFor(postalAddressMessages)
const at = '2026-01-05T09:00:00.000Z'
/** Actions of any page; calling one does nothing. */
// biome-ignore lint/suspicious/noExplicitAny: the actions of any page
const actions = new Proxy({}, { get: () => () => undefined }) as any
const noFailures = { page: undefined, saving: undefined, dialog: undefined }

const phone = { id: 'p1', phoneNumber: '+15550100', verified: false, createdAt: at, updatedAt: at }
const profileState = {
  ...profileLoaded(aUser())(initialProfile),
  phones: { phase: 'ready' as const, items: [phone], total: 1, page: 0 },
}
const profile = (settings: Settings) => (
  <ProfileView
    state={profileState}
    actions={actions}
    t={translator.translatorFor(profileMessages)}
    tenant="Acme"
    fields={profileFieldsOf(settings)}
    failures={{ ...noFailures, picture: undefined, phones: undefined }}
    addressTexts={addressTexts}
  />
)

const session = { createdAt: at, userAgent: 'Some browser' }
const privacyState = sessionsChanged({
  phase: 'ready',
  items: [
    { ...session, id: 's1', current: true },
    { ...session, id: 's2' },
  ],
})(
  devicesLoaded(
    { authenticators: [{ id: 'a' }], phones: [], webauthn: [], emails: [] },
    { a: { id: 'a', name: 'Work', createdAt: at, lastUsedAt: null } },
  )(initialPrivacy),
)
const Passkeys: ComponentType<{ canEdit: boolean }> = ({ canEdit }) => (
  <PasskeysView
    state={{ ...initialPasskeys, devices: [{ id: 'k', deviceType: 'Platform', createdAt: at }] }}
    t={translator.translatorFor(passkeysMessages)}
    isSupported
    canEdit={canEdit}
    errors={{ list: undefined, adding: undefined, removal: undefined, renaming: undefined }}
    on={actions}
  />
)
const never = () => Promise.reject(new Error('No ceremony was expected'))
const ceremonies = { isSupported: () => true, register: never, authenticate: never, autofill: never, stop() {} }
const privacy = (settings: Settings) => (
  <PrivacyView
    state={{ ...privacyState, strategies: [{ strategy: 'SMS', isActive: true }] }}
    actions={actions}
    t={translator.translatorFor(privacyMessages)}
    email="dana@acme.test"
    fields={privacyFieldsOf(settings)}
    failures={{ mfa: undefined, sessions: undefined, dialog: undefined }}
    ceremonies={ceremonies}
    expectedOffers={[]}
    Passkeys={Passkeys}
  />
)

const viewer = { id: 'ada', tenantId: 'tenant-1', tenantName: 'Acme', keys: undefined }
const account = (settings: Settings) => (
  <AccountView
    state={{
      ...accountLoaded({ name: 'Acme', website: 'https://acme.test' })(initialAccount),
      viewer: { ...viewer, may: { read: true, edit: true, login: true } },
    }}
    actions={actions}
    t={translator.translatorFor(accountMessages)}
    tenant="Acme"
    fields={accountFieldsOf(settings)}
    tabs={{ settings: 'edit', customLogin: 'hidden' }}
    tab="settings"
    onTab={() => undefined}
    addressTexts={addressTexts}
    failures={{ ...noFailures, login: undefined, loginSaving: undefined }}
  />
)

const users = (settings: Settings) => (
  <UsersView
    state={{
      ...initialUsers,
      inviteFields: inviteFieldsOf(settings),
      dialog: { kind: 'invite', draft: EMPTY_DRAFT, failures: [] },
    }}
    actions={actions}
    t={translator.translatorFor(usersMessages)}
  />
)

interface Row {
  page: string
  /** Path of the field below the pages of the configuration. */
  path: readonly string[]
  field: string
  draw(settings: Settings): ReactNode
  /** A label or heading that is present when the field is shown. */
  text: RegExp
  /** Names of all controls that change the field. */
  controls: RegExp
  /** Exceptions to the rule that view-only fields are shown and hidden ones are not. */
  shown?: Partial<Record<Appearance, boolean>>
  editable?: Partial<Record<Appearance, boolean>>
}

const rowsOf = (
  page: string,
  base: Pick<Row, 'draw' | 'shown'> & { path?: readonly string[] },
  fields: Readonly<Record<string, Pick<Row, 'text' | 'controls'>>>,
): Row[] =>
  Object.entries(fields).map(([field, row]) => ({ page, path: [page, 'fieldsProperties'], field, ...base, ...row }))

const same = (name: RegExp) => ({ text: name, controls: name })

const PRIVACY = {
  mfa: { text: /^Two-factor authentication$/, controls: /^(Rename|Remove) Work$|^Set up/ },
  loginSessions: { text: /^Active sessions$/, controls: /^Sign out/ },
} satisfies Record<(typeof PRIVACY_FIELDS)[number], object>

const ROWS: readonly Row[] = [
  ...rowsOf('profile', { draw: profile }, {
    name: same(/^Name$/),
    phoneNumber: { text: /^Phone( numbers)?$/, controls: /^Phone$|^Add number$|^(Verify|Delete) \+/ },
    address: same(/^City$/),
    jobTitle: same(/^Job title$/),
  } satisfies Record<(typeof PROFILE_FIELDS)[number], object>),
  ...rowsOf('privacy', { draw: privacy }, PRIVACY),
  // Passkeys follow the field of second factors, but stay visible where those are hidden.
  ...rowsOf('privacy', { draw: privacy }, { mfa: { text: /^Passkeys$/, controls: /passkey/i } }).map((row) => ({
    ...row,
    shown: { hidden: true },
    editable: { hidden: true },
  })),
  ...rowsOf('account', { draw: account }, {
    companyName: same(/^Company name$/),
    address: same(/^City$/),
    website: same(/^Website$/),
    timezone: same(/^Time zone$/),
    currency: same(/^Currency$/),
  } satisfies Record<(typeof ACCOUNT_FIELDS)[number], object>),
  // A new user has no values to view.
  ...rowsOf(
    'users',
    {
      draw: users,
      path: ['users', 'inviteUserModal', 'inviteByEmail', 'fieldsProperties'],
      shown: { viewOnly: false },
    },
    {
      name: same(/^Name/),
      phoneNumber: same(/^Phone/),
    } satisfies Record<(typeof INVITE_FIELDS)[number], object>,
  ),
]

const APPEARANCES = ['edit', 'viewOnly', 'hidden'] as const

const themeOf = ({ path, field }: Row, appearance: Appearance): JsonObject => ({
  adminPortal: {
    pages: path.reduceRight<JsonObject>((inner, key) => ({ [key]: inner }), { [field]: { appearance } }),
  },
})

const isChangeable = (control: HTMLElement) =>
  !(control instanceof HTMLInputElement && control.readOnly) && !control.matches(':disabled')

const controlsOf = (root: HTMLElement, name: RegExp) =>
  (['button', 'textbox', 'combobox'] as const)
    .flatMap((role) => within(root).queryAllByRole(role, { name }))
    .filter(isChangeable)

const isThere = (root: HTMLElement, text: RegExp) =>
  within(root).queryAllByText(text, { selector: 'h1, h2, h3, label, legend, p' }).length > 0

const dialogIn = ({ root }: RenderedUi) =>
  waitFor(() => {
    const form = root.querySelector<HTMLElement>('dialog form')
    if (!form) throw new Error('The dialog is not open')
    return form
  })

describe('The appearance of a field', () => {
  let screen: RenderedUi | undefined
  afterEach(async () => {
    await screen?.unmount()
    screen = undefined
  })

  for (const row of ROWS) {
    for (const appearance of APPEARANCES) {
      it(`${row.page}.${row.field} (${row.text.source}) is ${appearance}, by init options and by metadata`, async () => {
        const theme = themeOf(row, appearance)
        for (const settings of [{ theme }, { configuration: { themeV2: theme } }] as Settings[]) {
          screen = await renderUi(<WithTexts>{row.draw(settings)}</WithTexts>)
          const root = row.page === 'users' ? await dialogIn(screen) : screen.root
          const isShown = row.shown?.[appearance] ?? appearance !== 'hidden'
          const isEditable = row.editable?.[appearance] ?? appearance === 'edit'
          expect(isThere(root, row.text), 'shown').to.equal(isShown)
          expect(controlsOf(root, row.controls).length > 0, 'editable').to.equal(isEditable)
          await screen.unmount()
          screen = undefined
        }
      })
    }
  }

  it('decides which dialogs a deep link opens', () => {
    const isOpened = (appearance: Appearance) => {
      const settings = { theme: themeOf(ROWS.find(({ field }) => field === 'mfa') as Row, appearance) }
      const fields = privacyFieldsOf(settings)
      const page = { state: privacyState, fields, actions, canUseKeys: true }
      const phoneRow = ROWS.find(({ field }) => field === 'phoneNumber') as Row
      const own = profileFieldsOf({ theme: themeOf(phoneRow, appearance) })
      return [
        privacyLinks.openerOf({ name: 'disable', id: 'a' }, page),
        privacyLinks.openerOf({ name: 'rename', id: 'a' }, page),
        profileLinks.openerOf({ name: 'add-phone', id: '' }, profileState, own, actions),
        profileLinks.openerOf({ name: 'delete-phone', id: 'p1' }, profileState, own, actions),
      ].map(Boolean)
    }
    expect(isOpened('edit')).to.deep.equal([true, true, true, true])
    for (const appearance of ['viewOnly', 'hidden'] as const) {
      expect(isOpened(appearance)).to.deep.equal([false, false, false, false])
    }
  })

  it('is tested for every field that a page names', () => {
    const names = (page: string) => new Set(ROWS.filter((row) => row.page === page).map(({ field }) => field))
    expect([...names('profile')]).to.have.members([...PROFILE_FIELDS])
    expect([...names('privacy')]).to.have.members([...PRIVACY_FIELDS])
    expect([...names('account')]).to.have.members([...ACCOUNT_FIELDS])
    expect([...names('users')]).to.have.members([...INVITE_FIELDS])
  })

  it('is checked by the names of the fields that the pages read', () => {
    const known = (place: string) => APPEARANCE_NAMES[place]?.split(' ')
    expect(known('profile.fieldsProperties')).to.have.members([...PROFILE_FIELDS])
    expect(known('privacy.fieldsProperties')).to.have.members([...PRIVACY_FIELDS])
    expect(known('account.fieldsProperties')).to.have.members([...ACCOUNT_FIELDS])
    expect(known('users.inviteUserModal.inviteByEmail.fieldsProperties')).to.have.members([...INVITE_FIELDS])
    expect(known('security.tabsProperties')).to.have.members(Object.values(TAB_NAMES))
    for (const [tab, name] of Object.entries(TAB_NAMES)) {
      const fields = Object.values(CONTROLS).filter((control) => control.tab === tab)
      expect(known(`security.tabsProperties.${name}.fieldsProperties`), name).to.have.members(
        fields.map(({ field }) => field),
      )
    }
  })
})
