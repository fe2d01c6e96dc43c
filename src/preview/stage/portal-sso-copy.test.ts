import { expect } from 'chai'
import { ssoConfigs } from '../../contract/sso.ts'
import { PROVIDER_TYPES } from '../../pages/sso/sso.providers.ts'
import { allByRole } from '../../testing/by-role.ts'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { openPortal } from './portal.test-kit.ts'
import { until } from './until.test-kit.ts'

describe('the guide of single sign-on', () => {
  let backstage: Backstage
  let copied: string[] = []
  const { writeText } = navigator.clipboard
  before(async () => {
    backstage = await openBackstage()
    // The clipboard belongs to the machine, and needs the window's focus.
    Object.defineProperty(navigator.clipboard, 'writeText', {
      configurable: true,
      value: async (text: string) => void copied.push(text),
    })
  })
  after(() => Object.defineProperty(navigator.clipboard, 'writeText', { configurable: true, value: writeText }))

  for (const type of PROVIDER_TYPES)
    it(`copies each value as it is shown: ${type}`, async () => {
      const { newUser } = await backstage.ownAccount('Copies')
      const api = await backstage.as(newUser.email)
      const { id } = await api(ssoConfigs.createConfig, { body: { type } })
      await backstage.signIn(newUser.email)
      const portal = await openPortal(backstage, `sso?connection=${id}`)
      await portal.find('button', /^Copy /)
      await portal.settled()
      const buttons = allByRole(portal.shadow, 'button', /^Copy /)
      expect(buttons.length).to.be.above(type === 'oidc' ? 0 : 4)
      for (const button of buttons) {
        const value = button.parentElement?.querySelector('code')?.textContent ?? ''
        expect(value).to.not.equal('')
        copied = []
        button.click()
        await until(`${value} to be copied`, () => copied.length > 0)
        expect(copied).to.deep.equal([value])
      }
      await portal.close()
    })
})
