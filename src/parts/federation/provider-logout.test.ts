import { expect } from 'chai'
import { createClient } from '../../contract/client.ts'
import { ssoSession } from '../../contract/login.ts'
import type { SessionPort } from '../../feature/ports.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { HttpError } from '../../kernel/errors.ts'
import { aUser } from '../../testing/builders.ts'
import { aSession } from '../../testing/session.ts'
import { mountSlice } from '../../testing/slice.ts'
import { findProviderLogout } from './find-provider-logout.ts'
import { providerLogoutUrl } from './provider-logout.ts'

const mount = (amr: readonly string[]) => {
  const user = { ...aUser(), accessToken: 't', amr }
  const session: SessionPort = {
    ...aSession(),
    current: () => ({ status: 'signed-in', user, tenants: [] }),
  }
  let found: FeatureDeps | undefined
  const { fake, clock } = mountSlice(
    ({ deps }) => {
      found = deps
      return {}
    },
    {},
    { session },
  )
  if (!found) throw new Error('No slice was mounted')
  return { deps: found, fake, clock }
}

describe('signing out at the identity provider', () => {
  it('begins only for a session that began there', async () => {
    const { deps, fake } = mount(['pwd'])
    expect(await findProviderLogout(deps)).to.equal(undefined)
    expect(fake.inputsOf(ssoSession.startSsoLogout)).to.deep.equal([])
  })

  for (const [title, off] of [
    ['where the host turned it off', { singleLogout: false }],
    ['with hosted login, whose provider ends its own sessions', { hosted: true }],
  ] as const)
    it(`is left out ${title}`, async () => {
      const { deps, fake } = mount(['fed', 'sso'])
      const settings = () => ({ ...deps.settings(), ...off })
      expect(await findProviderLogout({ ...deps, settings })).to.equal(undefined)
      expect(fake.inputsOf(ssoSession.startSsoLogout)).to.deep.equal([])
    })

  it('continues at the API’s URL, unless it is a script URL', async () => {
    const { deps, fake } = mount(['fed', 'sso'])
    fake.respond(ssoSession.startSsoLogout, () => ({ url: 'https://api.test/auth/saml/logout/start?token=1' }))
    expect(await findProviderLogout(deps)).to.equal('https://api.test/auth/saml/logout/start?token=1')
    fake.respond(ssoSession.startSsoLogout, () => ({ url: 'javascript:alert(1)' }))
    expect(await providerLogoutUrl(deps, 't')).to.equal(undefined)
  })

  it('identifies the session that has meanwhile ended in the browser', async () => {
    const { deps, fake } = mount(['sso'])
    const authorizations: (string | undefined)[] = []
    const client: FeatureDeps['client'] = (tables) =>
      createClient((endpoint, input, options) => {
        authorizations.push(options?.jwt)
        return fake.send(endpoint, input, options)
      }, tables)
    const finding = findProviderLogout({ ...deps, client })
    fake.respond(ssoSession.startSsoLogout, () => ({ url: 'https://api.test/leave' }))
    expect(await finding).to.equal('https://api.test/leave')
    expect(authorizations).to.deep.equal(['Bearer t'])
  })

  it('never keeps a user signed in, even after a failure or a long wait', async () => {
    const { deps, fake, clock } = mount(['sso'])
    fake.respond(ssoSession.startSsoLogout, () => {
      throw new HttpError('No', 500)
    })
    expect(await providerLogoutUrl(deps, 't')).to.equal(undefined)
    fake.respond(ssoSession.startSsoLogout, () => new Promise(() => {}))
    const waiting = providerLogoutUrl(deps, 't')
    clock.advance(3_000)
    expect(await waiting).to.equal(undefined)
  })
})
