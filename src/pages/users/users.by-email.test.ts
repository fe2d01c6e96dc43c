import { expect } from 'chai'
import type { UsersPageTheme } from '../../app/theme-options.ts'
import { invitesByEmail } from '../../feature/invites-by-email.ts'
import { withOfferedCommands } from '../../navigation/pages.ts'
import { anAppSettings } from '../../testing/settings.ts'
import { usersPage } from './index.ts'
import { rowMenu } from './users.row-menu.ts'
import { setUp, shownUsers } from './users.test-kit.ts'

const themeOf = ({ ...users }: UsersPageTheme) => ({ adminPortal: { pages: { users } } })
const enabledIs = (enabled: boolean): UsersPageTheme => ({ inviteUserModal: { inviteByEmail: { enabled } } })

const OFF = enabledIs(false)
const HIDDEN: UsersPageTheme = { hideInviteWithEmail: true }

const CASES: readonly [name: string, host: UsersPageTheme, metadata: UsersPageTheme, expected: boolean][] = [
  ['nothing', {}, {}, true],
  ['the host’s option', OFF, {}, false],
  ['the metadata', {}, OFF, false],
  ['the host’s option against the metadata', enabledIs(true), OFF, true],
  ['the deprecated option', HIDDEN, {}, false],
  ['the deprecated option of the metadata', {}, HIDDEN, false],
  ['the deprecated option of the host against the metadata', HIDDEN, enabledIs(true), false],
  ['the option that replaces the deprecated one', { ...HIDDEN, ...enabledIs(true) }, {}, true],
  ['the deprecated option that hides nothing', { hideInviteWithEmail: false }, {}, true],
]

describe('invitations by email', () => {
  for (const [name, host, metadata, expected] of CASES) {
    it(`are ${expected ? 'offered' : 'not offered'} with ${name}`, () => {
      const settings = anAppSettings({
        theme: themeOf(host),
        configuration: { themeV2: JSON.parse(JSON.stringify(themeOf(metadata))) },
      })
      expect(invitesByEmail(settings)).to.equal(expected)
    })
  }

  it('are offered with a value that is neither true nor false', () => {
    const theme = { adminPortal: { pages: { users: { inviteUserModal: { inviteByEmail: { enabled: 'no' } } } } } }
    expect(invitesByEmail(anAppSettings({ theme }))).to.equal(true)
  })

  for (const users of [OFF, HIDDEN]) {
    it(`have no button, deep link or command with ${JSON.stringify(users)}; all else stays`, async () => {
      const theme = themeOf(users)
      const { actions, state } = setUp({}, { theme })
      for (const link of ['invite=', 'import=']) {
        await actions.open(link)
        expect(state().dialog, link).to.equal(null)
      }
      // The button, the empty state and the entry of the menu depend on the same right.
      expect(state().viewer?.may).to.include({ invite: false, extend: true, link: true, remove: true })
      await actions.follow('details=mel')
      expect(state().dialog).to.deep.equal({ kind: 'details', userId: 'mel' })
      expect(withOfferedCommands(usersPage, anAppSettings({ theme })).commands).to.deep.equal([])
    })
  }

  it('still let an administrator change when temporary access ends', async () => {
    const { actions, state } = setUp({}, { theme: themeOf(OFF) })
    await actions.open('')
    const [user] = shownUsers(state())
    const temporary = { ...user, temporaryExpirationDate: '2030-03-01T00:00:00Z' } as typeof user & object
    const t = (key: string) => key
    const menu = rowMenu({ state: state(), actions, t: t as never }, temporary)
    expect(menu.map(({ id }) => id)).to.include('extend')
  })

  it('have a button, deep links and commands otherwise', async () => {
    const { actions, state } = setUp()
    await actions.open('invite=')
    expect(state().dialog).to.include({ kind: 'invite' })
    const { commands = [] } = withOfferedCommands(usersPage, anAppSettings())
    expect(commands.map(({ id }) => id)).to.deep.equal(['inviteUsers', 'importUsers'])
  })
})
