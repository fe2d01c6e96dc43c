import { expect } from 'chai'
import { guarantees } from '../../contract/guarantees.ts'
import { lockoutGuard } from '../../contract/security.ts'
import { ssoConfigs, ssoConnections, ssoEnforcement } from '../../contract/sso.ts'
import { members, team } from '../../contract/users.ts'
import type { SsoConfig, SsoConnectionDetails } from '../../entities/sso.ts'
import { HttpError } from '../../kernel/errors.ts'
import { mountSlice } from '../../testing/slice.ts'
import { ssoPage } from './index.ts'
import { ssoSlice } from './sso.actions.ts'
import { consoleFields } from './sso.providers.ts'
import {
  type Connection,
  daysLeft,
  firstStep,
  initialSso,
  isDone,
  PROVIDER_TYPES,
  statusOf,
  unverifiedDomainOf,
} from './sso.state.ts'
import { aConnection, anSsoConfig, connectionDetails } from './sso.test-kit.ts'

const CONFIG = anSsoConfig()
const DETAILS = connectionDetails()
const PENDING = { id: 't1', status: 'pending' }
const fails =
  (status: number, message = 'Refused') =>
  () => {
    throw new HttpError(message, status)
  }

const setUp = async (details: () => unknown = () => [DETAILS]) => {
  const harness = mountSlice(ssoSlice, initialSso, { page: ssoPage })
  harness.fake.respond(ssoConfigs.listConfigs, () => [CONFIG])
  harness.fake.respond(ssoConnections.listSsoConnectionDetails, details)
  harness.fake.respond(team.listAssignableRoles, () => ({ items: [] }))
  await harness.actions.open('')
  return harness
}

describe('the connections of single sign-on', () => {
  it('show their own name, or that of the provider with an older backend', async () => {
    const harness = await setUp()
    expect(harness.state().list.rows.map(({ name }) => name)).to.deep.equal(['Staff'])
    const older = await setUp(fails(404))
    expect(older.state().list.rows.map(({ name }) => name)).to.deep.equal(['Okta'])
    expect(older.state().missing).to.deep.equal(['listSsoConnectionDetails'])
  })

  it('are confirmed by the administrator, who vouches for them from then on', async () => {
    const harness = await setUp()
    const [connection] = harness.state().connections
    if (!connection) throw new Error('No connection')
    harness.fake.respond(guarantees.confirmGuaranteed, fails(403, 'Not enough permissions'))
    expect(await harness.actions.confirm(connection)).to.equal(false)
    expect(harness.state().part).to.deep.include({ id: 'guarantee', error: 'Not enough permissions' })
    harness.fake.respond(guarantees.confirmGuaranteed, () => undefined)
    expect(await harness.actions.confirm(connection)).to.equal(true)
    expect(harness.fake.inputsOf(guarantees.confirmGuaranteed).at(-1)?.body).to.deep.equal({
      kind: 'sso-connection',
      id: 'c1',
    })
    expect(harness.state().notice).to.deep.include({ key: 'confirmed', values: { name: 'Staff' } })
  })

  it('are drafts until they were turned on once', () => {
    expect(statusOf(aConnection({ details: DETAILS }))).to.equal('draft')
    expect(statusOf(aConnection())).to.equal('disabled')
    expect(statusOf(aConnection({ enabled: true }))).to.equal('enabled')
  })

  it('continue their setup where something is missing', () => {
    const trusted = { ssoEndpoint: 'https://idp.test', publicCertificate: 'PEM' }
    const domains = [{ id: 'd', domain: 'a.test', validated: true }]
    expect(firstStep(aConnection())).to.equal('provider')
    expect(firstStep(aConnection(trusted))).to.equal('domains')
    expect(firstStep(aConnection({ ...trusted, domains }))).to.equal('test')
    expect(isDone(aConnection({ type: 'oidc', ssoEndpoint: 'https://idp.test' }), 'trust')).to.equal(false)
  })

  it('count the days of the certificate that expires last', () => {
    const until = (days: number) => ({
      subject: '',
      validFrom: new Date(0).toISOString(),
      expiresAt: new Date(days * 86_400_000).toISOString(),
      fingerprint: String(days),
    })
    const details = { ...DETAILS, certificates: [until(10), until(40)] }
    expect(daysLeft(aConnection({ details }), 5 * 86_400_000)).to.equal(35)
    expect(daysLeft(aConnection(), 0)).to.equal(undefined)
  })

  it('have a unique label for every value in every console', () => {
    for (const type of PROVIDER_TYPES) {
      const labels = consoleFields(aConnection({ type }), { redirectUri: 'https://app.test/cb' }).map(
        ({ label }) => label,
      )
      expect(new Set(labels).size, type).to.equal(labels.length)
    }
  })
})

describe('the setup of a connection', () => {
  it('opens the draft that a press stored', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(ssoConfigs.createConfig, () => CONFIG)
    await actions.create('okta')
    expect(fake.inputsOf(ssoConfigs.createConfig)[0]?.body).to.deep.equal({ type: 'okta' })
    expect(state().dialog).to.deep.equal({ kind: 'setup', id: 'c1' })
    expect(state().step).to.equal('provider')
  })

  it('shows next to a form why it was refused', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(ssoConfigs.createDomain, fails(400, 'domain must be a domain'))
    await actions.addDomain(aConnection(), 'x')
    expect(state().part).to.deep.equal({ id: 'domains', busy: false, error: 'domain must be a domain' })
  })

  it('opens the sign-in of a test with the redirect URI of this page, and waits for its result', async () => {
    const { actions, state, fake, clock } = await setUp()
    const url = 'https://idp.test/auth?state=test-1'
    fake.respond(ssoConnections.startSsoTest, () => ({ testId: 't1', url, idpType: 'oidc' }))
    let polls = 0
    fake.respond(ssoConnections.getSsoTest, () => ({ ...PENDING, status: ++polls < 2 ? 'pending' : 'passed' }))
    const visited: string[] = []
    const closed: boolean[] = []
    const opened = { go: (href: string) => void visited.push(href), close: () => void closed.push(true) }
    const running = actions.test(aConnection({ type: 'oidc' }), opened)
    for (let turn = 0; turn < 4; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve))
      clock.advance(1_000)
    }
    await running
    expect(new URL(visited[0] ?? '').searchParams.get('redirect_uri')).to.match(/\/account\/oidc\/callback$/)
    expect([polls, closed, state().isTesting]).to.deep.equal([2, [true], false])
  })
  it('shows who keeps access for the latest choice of exempt users, and why a save was refused', async () => {
    const { actions, state, fake } = await setUp()
    const effect = {
      signedOut: 0,
      now: 0,
      nextSignIn: 0,
      toEnroll: 0,
      apiTokens: 0,
      caller: 'none' as const,
      administratorsLeft: 1,
      isRefused: false,
      sample: [],
    }
    let asked = 0
    fake.respond(ssoEnforcement.checkSsoEnforcement, () => {
      asked += 1
      return { effect: { ...effect, administratorsLeft: asked }, administrators: [], exemptMembers: [] }
    })
    await Promise.all([
      actions.previewEnforcement(aConnection(), ['u1', 'u2']),
      actions.previewEnforcement(aConnection(), ['u1']),
    ])
    expect(state().enforcement?.preview?.effect.administratorsLeft).to.equal(2)
    fake.respond(ssoEnforcement.saveSsoEnforcement, fails(409, 'This change would lock you out'))
    expect(await actions.setEnforcement(aConnection(), { enforced: true, exemptUserIds: [] })).to.equal(false)
    expect(state().part).to.deep.equal({ id: 'enforcement', busy: false, error: 'This change would lock you out' })
    actions.endPreview()
    expect([state().enforcement, state().part]).to.deep.equal([undefined, undefined])
  })

  it('finds users to exempt, and forgets them with the dialog', async () => {
    const { actions, state, fake } = await setUp()
    const items = [{ id: 'u9', name: 'Kim', email: 'kim@a.test' }]
    fake.respond(members.listMembers, () => ({ items, _metadata: { totalItems: 1, totalPages: 1 } }))
    await actions.findUsers('kim')
    expect(state().users.users.map(({ email }) => email)).to.deep.equal(['kim@a.test'])
    actions.endPreview()
    expect(state().users.users).to.deep.equal([])
  })

  it('offers a retry when it is unknown who would keep access', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(ssoEnforcement.checkSsoEnforcement, fails(500, 'Try again later'))
    await actions.previewEnforcement(aConnection(), [])
    expect(state().enforcement).to.deep.equal({ busy: false, error: 'Try again later' })
  })
})

describe('verifying a domain', () => {
  const DOMAIN = { id: 'd1', domain: 'acme.test' }
  const required = aConnection({ details: { ...DETAILS, enforced: true } })
  const verifying = async (connection: Connection, check: () => unknown) => {
    const harness = await setUp()
    harness.fake.respond(lockoutGuard.checkPolicyChange, check)
    harness.fake.respond(ssoConfigs.validateDomain, () => ({}))
    const done = harness.actions.verifyDomain(connection, DOMAIN)
    await new Promise((resolve) => setTimeout(resolve))
    return { ...harness, done, calls: () => harness.fake.inputsOf(ssoConfigs.validateDomain).length }
  }

  it('of a required connection asks before it signs anyone out', async () => {
    const { state, actions, done, calls, fake } = await verifying(required, () => ({ signedOut: 12 }))
    expect([state().guard.step, calls()]).to.deep.equal(['asking', 0])
    const value = { connectionId: 'c1', domainId: 'd1' }
    expect(fake.inputsOf(lockoutGuard.checkPolicyChange)[0]?.body).to.deep.equal({ kind: 'ssoDomain', value })
    await actions.guard.confirm()
    await done
    expect([calls(), state().notice?.key]).to.deep.equal([1, 'domainVerified'])
  })

  it('ends without a change when the user cancels, or leaves the page', async () => {
    for (const end of ['cancel', 'leave']) {
      const { actions, done, calls } = await verifying(required, () => ({ signedOut: 12 }))
      if (end === 'cancel') actions.guard.cancel()
      else actions.close()
      await done
      expect(calls(), end).to.equal(0)
    }
  })

  it('shows at the domain why the check failed', async () => {
    const { state, done, calls } = await verifying(required, fails(500, 'Try again later'))
    await done
    expect(state().part).to.deep.equal({ id: 'domains', subject: 'd1', busy: false, error: 'Try again later' })
    expect(calls()).to.equal(0)
  })

  it('needs no confirmation while no one is required to use the connection', async () => {
    const { done, calls, fake } = await verifying(aConnection({ details: DETAILS }), () => ({}))
    await done
    expect([calls(), fake.inputsOf(lockoutGuard.checkPolicyChange).length]).to.deep.equal([1, 0])
  })
})

describe('a passed test', () => {
  it('names the domain that must be verified before its user can sign in', () => {
    // The test sets only the fields that the check reads.
    const test = { status: 'passed', email: 'Ada@Acme.test' } as SsoConnectionDetails['test']
    const at = (validated: boolean, facts: Partial<Connection> = {}) => {
      const domains = [{ id: 'd1', domain: 'acme.test', validated }] as SsoConfig['domains']
      return unverifiedDomainOf(aConnection({ domains, details: { ...DETAILS, test }, ...facts }))
    }
    expect(at(false)).to.equal('acme.test')
    expect(at(true)).to.equal(undefined)
    expect(at(false, { skipEmailDomainValidation: true })).to.equal(undefined)
    expect(at(false, { details: DETAILS })).to.equal(undefined)
  })
})
