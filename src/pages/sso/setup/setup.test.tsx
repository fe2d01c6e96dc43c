import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import type { ReactNode } from 'react'
import type { Guarantee } from '../../../entities/guarantee.ts'
import type { SsoConfig, SsoTest } from '../../../entities/sso.ts'
import { createTranslator } from '../../../i18n/create-translator.ts'
import { NO_EFFECT } from '../../../parts/policy-guard/guard.state.ts'
import { expectNoAxeViolations } from '../../../testing/axe.tsx'
import { aRole } from '../../../testing/builders.ts'
import { WithTexts } from '../../../testing/feature.tsx'
import { noActions } from '../../../testing/page-looks.tsx'
import { renderUi } from '../../../testing/render.tsx'
import type { SsoActions, StepProps } from '../sso.actions.ts'
import { ssoMessages } from '../sso.messages.ts'
import { type Connection, initialSso, type SsoState } from '../sso.state.ts'
import { aConnection, connectionDetails } from '../sso.test-kit.ts'
import { DomainsStep } from './domains-step.tsx'
import { GuaranteeAlert, GuaranteeCard } from './guarantee-card.tsx'
import { problemMessages } from './problem.messages.ts'
import { RolesStep } from './roles-step.tsx'
import { setupMessages } from './setup.messages.ts'
import { ProviderStep, SsoSetup } from './sso-setup.tsx'
import { FailuresCard, TestResult } from './test-result.tsx'

const translator = createTranslator({ language: 'en' })
const viewer = { id: 'ada', tenantId: 't', tenantName: 'Acme', keys: ['fe.*'], may: { edit: true, remove: true } }
const DOMAINS: SsoConfig['domains'] = [
  { id: 'd1', domain: 'acme.test', validated: true },
  { id: 'd2', domain: 'new.test', validated: false },
]
const TEST: SsoTest = {
  id: 't1',
  status: 'passed',
  startedAt: '2026-01-01T00:00:00Z',
  startedBy: 'ada@acme.test',
  attributes: [],
  email: 'ann@acme.test',
  groups: [],
  roleIds: ['r1'],
  isMember: false,
  problem: null,
}

const anEnabledConnection = (test: SsoTest | null = null, facts: Partial<Connection> = {}): Connection =>
  aConnection({
    enabled: true,
    ssoEndpoint: 'https://idp.test',
    publicCertificate: 'PEM',
    domains: DOMAINS,
    details: connectionDetails({ status: 'enabled', test, enforced: true }),
    ...facts,
  })

const propsOf = (
  connection: Connection,
  { state, actions }: { state?: Partial<SsoState>; actions?: Partial<SsoActions> } = {},
): StepProps => ({
  connection,
  canEdit: true,
  state: {
    ...initialSso,
    viewer,
    roles: [{ ...aRole({ id: 'r1', name: 'Auditor' }), description: '' }],
    ...state,
  },
  actions: { ...noActions<SsoActions>(), guard: noActions<SsoActions['guard']>(), ...actions },
  t: translator.translatorFor(ssoMessages),
  s: translator.translatorFor(setupMessages),
})

const draw = async (node: ReactNode) => {
  const view = await renderUi(<WithTexts>{node}</WithTexts>)
  return { ...view, page: within(view.root) }
}

describe('the result of a test of a connection', () => {
  const show = (test: Partial<SsoTest>, facts: Partial<Connection> = {}) =>
    draw(<TestResult {...propsOf(anEnabledConnection({ ...TEST, ...test }, facts))} />)

  it('names the roles that a new user would get', async () => {
    const { page } = await show({})
    page.getByText('ann@acme.test would sign in with these roles: Auditor.')
  })

  it('shows for a member that they keep their roles', async () => {
    const { page, host } = await show({ isMember: true, roleNames: ['Auditor', 'Owner'] })
    page.getByText(
      'ann@acme.test is already a member and has these roles: Auditor, Owner. Default roles apply to new users.',
    )
    await expectNoAxeViolations(host)
  })

  it('shows for a member, too, that the domain must be verified', async () => {
    const { page } = await show({ isMember: true, email: 'ann@new.test' })
    page.getByText(/has these roles: Auditor\..* as soon as new\.test is verified in the Domains step\.$/)
  })

  for (const code of ['domainRestricted', 'otherAccount', 'locked', 'deactivated', 'accessEnded', 'deletionPending']) {
    it(`shows what to do about a user whom a sign-in would refuse: ${code}`, async () => {
      const { page } = await show({ status: 'failed', problem: { code, detail: 'ann@acme.test' } })
      const known = problemMessages.texts[code as keyof typeof problemMessages.texts]
      page.getByText(String(known).replace('{{detail}}', 'ann@acme.test'))
    })
  }
})

describe('roles of groups', () => {
  const show = (updatesRoles: boolean | undefined, setUpdatesRoles?: SsoActions['setUpdatesRoles']) => {
    const details = connectionDetails(updatesRoles === undefined ? {} : { updatesRoles })
    return draw(
      <RolesStep
        {...propsOf(aConnection({ details }), { actions: { ...(setUpdatesRoles && { setUpdatesRoles }) } })}
      />,
    )
  }

  it('are updated at every sign-in once an administrator switches that on', async () => {
    const chosen: boolean[] = []
    const { page, host } = await show(false, async (_connection, isOn) => {
      chosen.push(isOn)
      return true
    })
    page.getByRole('switch', { name: /Match roles to groups at every sign-in/ }).click()
    expect(chosen).to.deep.equal([true])
    await expectNoAxeViolations(host)
  })

  it('have no such switch where the backend is older', async () => {
    const { page } = await show(undefined)
    expect(page.queryByRole('switch')).to.equal(null)
  })
})

describe('a connection by a protocol', () => {
  it('doesn’t name the protocol as if it were the provider', async () => {
    const connection = anEnabledConnection(
      { ...TEST, status: 'failed', problem: { code: 'denied', detail: 'access_denied' } },
      { type: 'oidc' },
    )
    const step = await draw(<ProviderStep {...propsOf(connection)} />)
    step.page.getByRole('heading', { name: 'Add an application in your identity provider' })
    const { page } = await draw(<TestResult {...propsOf(connection)} />)
    page.getByText(/^Your identity provider declined the sign-in \(access_denied\)\./)
  })
})

describe('the main button of the Connect step', () => {
  const primaryOf = async (type: Connection['type'], facts: Partial<Connection>) => {
    const connection = anEnabledConnection(null, { type, ...facts })
    const dialog = { kind: 'setup', id: connection.id } as const
    const state: Partial<SsoState> = { step: 'trust', connections: [connection], dialog }
    const { root } = await draw(<SsoSetup {...propsOf(connection, { state })} />)
    return [...root.querySelectorAll('.fe-button-primary')].map((button) => button.textContent)
  }

  for (const [type, submit] of [
    ['okta', 'Read metadata'],
    ['oidc', 'Save'],
  ] as const) {
    it(`submits the form, and continues once the provider is trusted: ${type}`, async () => {
      expect(await primaryOf(type, { ssoEndpoint: '' })).to.deep.equal([submit])
      expect(await primaryOf(type, { oidcClientId: 'client' })).to.deep.equal(['Next: Domains'])
    })
  }
})

describe('removing a domain of a connection', () => {
  const open = async (connection: Connection, isRemoved = true) => {
    const removed: string[] = []
    const removeDomain = async (_connection: Connection, id: string) => {
      removed.push(id)
      return isRemoved
    }
    const { page, ...view } = await draw(<DomainsStep {...propsOf(connection, { actions: { removeDomain } })} />)
    return { ...view, page, removed }
  }

  it('asks first when it is verified, and names the domain and what happens', async () => {
    const { page, removed, host } = await open(anEnabledConnection())
    page.getByRole('button', { name: 'Remove acme.test' }).click()
    const dialog = within(await page.findByRole('alertdialog', { name: 'Remove acme.test?' }))
    dialog.getByText(/Users with an email at acme\.test will no longer sign in with Staff\./)
    expect(removed).to.deep.equal([])
    await expectNoAxeViolations(host)
    dialog.getByRole('button', { name: 'Cancel' }).click()
    await waitFor(() => expect(page.queryByRole('alertdialog')).to.equal(null))
    expect(removed).to.deep.equal([])
    page.getByRole('button', { name: 'Remove acme.test' }).click()
    within(await page.findByRole('alertdialog'))
      .getByRole('button', { name: 'Remove acme.test' })
      .click()
    expect(removed).to.deep.equal(['d1'])
  })

  it('needs only one press while it is not verified', async () => {
    const { page, removed } = await open(anEnabledConnection())
    page.getByRole('button', { name: 'Remove new.test' }).click()
    expect(removed).to.deep.equal(['d2'])
    expect(page.queryByRole('alertdialog')).to.equal(null)
  })

  it('warns for a connection that is off only that the domain must be verified again', async () => {
    const { page } = await open(anEnabledConnection(null, { enabled: false }))
    page.getByRole('button', { name: 'Remove acme.test' }).click()
    const dialog = within(await page.findByRole('alertdialog'))
    dialog.getByText('To add this domain again, you’ll have to verify it again.')
  })
})

describe('a connection whose guarantor holds too little', () => {
  const ada = { id: 'ada', name: 'Ada Byron', email: 'ada@acme.test' }
  const guaranteed = (guarantee: Guarantee) =>
    anEnabledConnection(null, { details: connectionDetails({ status: 'enabled', guarantee }) })
  const show = async (guarantee: Guarantee, { canEdit = true, error = '' } = {}) => {
    const confirmed: string[] = []
    const confirm = async ({ id }: Connection) => Boolean(confirmed.push(id))
    const state = error ? { part: { id: 'guarantee' as const, busy: false, error } } : {}
    const props = { ...propsOf(guaranteed(guarantee), { state, actions: { confirm } }), canEdit }
    return { ...(await draw(<GuaranteeAlert {...props} />)), confirmed }
  }

  it('names the administrators whom it refuses, their open sessions, and what they can prove', async () => {
    const una = { id: 'una', name: 'Una', email: 'una@acme.test', sessions: 1, hasOwnProof: true }
    const uwe = { id: 'uwe', name: 'Uwe', email: 'uwe@acme.test', sessions: 0, hasOwnProof: false }
    const eva = { id: 'eva', name: 'Eva', email: 'eva@acme.test', sessions: 0, hasOwnProof: true, mustUseSso: true }
    const administrators = [una, uwe, eva]
    const { root } = await show({ guarantor: ada, problem: 'exceeded', exceeding: 4, administrators })
    expect([...root.querySelectorAll('li')].map((item) => item.textContent)).to.deep.equal([
      'Una 1 open session continues without the permissions that exceed it. They can sign in with their own password or passkey.',
      'Uwe They have no password or passkey of their own.',
      'Eva Single sign-on is required, so their own password or passkey helps only in sessions that are already open.',
      '1 more',
    ])
  })

  it('shows beforehand how many administrators have no sign-in method of their own', async () => {
    const { page } = await draw(
      <GuaranteeCard {...propsOf(guaranteed({ guarantor: ada, problem: null, exceeding: 0, withoutOwnProof: 2 }))} />,
    )
    page.getByText(/2 administrators of this connection have no password or passkey of their own/)
  })

  it('shows who guarantees it and why it must be confirmed, with a button to confirm', async () => {
    const { page, host, confirmed } = await show({ guarantor: ada, problem: 'exceeded', exceeding: 2 })
    page.getByText('Confirm this connection')
    page.getByText(/Ada Byron vouches for this connection but has fewer permissions than 2 administrators/)
    page.getByText(/Other users sign in as before/)
    page.getByRole('button', { name: 'Confirm' }).click()
    expect(confirmed).to.deep.equal(['c1'])
    await expectNoAxeViolations(host)
  })

  it('shows each reason, and why it could not be confirmed', async () => {
    const gone = await show({ guarantor: ada, problem: 'gone', exceeding: 0 }, { error: 'Not enough permissions' })
    gone.page.getByText(/Ada Byron vouches for this connection but has no permissions in this account anymore/)
    gone.page.getByText('Not enough permissions')
    const noOne = await show({ guarantor: null, problem: 'exceeded', exceeding: 1 })
    noOne.page.getByText('No one vouches for this connection, so 1 administrator can’t sign in with it.')
    const withheld = await show({ guarantor: ada, problem: 'withheld', exceeding: 0 }, { canEdit: false })
    withheld.page.getByText('Ada Byron vouches for this connection but can’t give all of its roles.')
    expect(withheld.page.queryByRole('button')).to.equal(null, 'who may only look')
  })

  it('shows nothing above the steps while nothing must be confirmed', async () => {
    const { page } = await show({ guarantor: ada, problem: null, exceeding: 0 })
    expect(page.queryByText('Confirm this connection')).to.equal(null)
  })
})

describe('verifying a domain of a required connection', () => {
  it('shows whom it signs out', async () => {
    const change = { kind: 'ssoDomain', value: { connectionId: 'c1', domainId: 'd2' } } as const
    const guard = { step: 'asking', change, effect: { ...NO_EFFECT, signedOut: 12 } } as const
    const { page } = await draw(<DomainsStep {...propsOf(anEnabledConnection(), { state: { guard } })} />)
    within(page.getByRole('alertdialog')).getByText('12 users will be signed out now.')
  })
})

describe('a domain that two connections have verified', () => {
  const at = (id: string, name: string, facts: { enabledAt?: string; enforced?: boolean; enabled?: boolean }) => {
    const { enabled = true, enforced = false, enabledAt } = facts
    const connection = anEnabledConnection(null, { id, name, enabled })
    if (!connection.details) throw new Error('No details')
    const details = { ...connection.details, id, name, enforced, ...(enabledAt !== undefined && { enabledAt }) }
    return { ...connection, details }
  }
  const show = async (own: Connection, other: Connection) =>
    (await draw(<DomainsStep {...propsOf(own, { state: { connections: [own, other] } })} />)).page
  const [EARLY, LATE] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']
  const SHARED = /Its users sign in with the connection that requires single sign-on, or else the one/

  it('shows a note about the connection that was turned on last, and not on its own page', async () => {
    const [old, latest] = [at('a', 'Old', { enabledAt: EARLY }), at('b', 'Latest', { enabledAt: LATE })]
    const page = await show(old, latest)
    page.getByText(SHARED)
    page.getByText('Users of acme.test sign in with Latest instead, because it was turned on last.')
    const other = await show(latest, old)
    other.getByText(SHARED)
    expect(other.queryByText(/instead/)).to.equal(null)
  })

  it('names the connection that requires single sign-on before any other', async () => {
    const page = await show(
      at('b', 'Latest', { enabledAt: LATE }),
      at('a', 'Old', { enabledAt: EARLY, enforced: true }),
    )
    page.getByText('Users of acme.test sign in with Old instead, because it requires single sign-on.')
  })

  it('shows no note while the other one is off, or when the backend doesn’t report which is used', async () => {
    const off = await show(at('a', 'Old', { enabledAt: EARLY }), at('b', 'Latest', { enabledAt: LATE, enabled: false }))
    off.getByText('While this connection is on, users with an email at a verified domain sign in with it.')
    const older = await show(at('b', 'Latest', {}), at('a', 'Old', {}))
    older.getByText(SHARED)
    expect(older.queryByText(/instead/)).to.equal(null)
  })
})

describe('failed sign-ins of a connection', () => {
  it('explains recent failed sign-ins, and shows codes that need more than a reason', async () => {
    const at = '2026-01-01T00:00:00Z'
    const reasons = ['signature', 'audience', 'Your administrator must confirm this connection first.']
    const details = connectionDetails({ failures: reasons.map((reason) => ({ reason, at })) })
    const { page, host } = await draw(<FailuresCard {...propsOf(anEnabledConnection(null, { details }))} />)
    const shown = within(page.getByRole('list', { name: 'Problems of sign-ins this week' })).getAllByRole('listitem')
    expect(shown).to.have.length(3)
    expect(shown[0]?.textContent).to.match(/^The signature doesn’t match the certificate/)
    expect(shown[1]?.textContent).to.match(/^saml_audience/)
    expect(shown[2]?.textContent).to.match(/^Your administrator must confirm/)
    await expectNoAxeViolations(host)
  })
})
