import { fireEvent, within } from '@testing-library/dom'
import { expect } from 'chai'
import type { IpRestriction } from '../../../entities/policies.ts'
import type { Appearance } from '../../../feature/page-fields.ts'
import { createTranslator } from '../../../i18n/create-translator.ts'
import { listLoaded } from '../../../parts/record-list/list-state.ts'
import { expectNoAxeViolations } from '../../../testing/axe.tsx'
import { renderUi } from '../../../testing/render.tsx'
import { formMessages } from '../form/form.messages.ts'
import { ipMessages } from './ip.messages.ts'
import { type IpActions, type IpState, initialIp } from './ip.state.ts'
import { IpView } from './ip.view.tsx'

const translator = createTranslator({ language: 'en' })

const aRule = (facts: Partial<IpRestriction> = {}): IpRestriction => ({
  id: facts.ip ?? 'r1',
  ip: '203.0.113.9',
  strategy: 'ALLOW',
  isActive: true,
  description: 'Office',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...facts,
})

const RULES = [aRule(), aRule({ ip: '10.0.0.0/8', isActive: false, description: '' })]
const may = { read: true, write: true, remove: true }
const empty: IpState = {
  ...initialIp,
  phase: 'ready',
  may,
  list: listLoaded(initialIp.list, { items: [], totalItems: 0 }),
}
const ready: IpState = {
  ...empty,
  myIp: '203.0.113.9',
  list: listLoaded(initialIp.list, { items: RULES, totalItems: 12 }),
}
const on: IpState = { ...ready, config: { isActive: true, strategy: 'ALLOW' }, isMyIpAllowed: true }
const RESULT = { ip: '203.0.113.9', isAllowed: false, isAllowedByRules: false, strategy: 'BLOCK' } as const

interface Shown {
  state: IpState
  appearance?: Appearance
}

const show = async ({ state, appearance = 'edit' }: Shown) => {
  const calls: [string, ...unknown[]][] = []
  const actions = new Proxy(
    {},
    {
      get:
        (_, name: string) =>
        (...given: unknown[]) => {
          calls.push([name, ...given])
          return Promise.resolve(true)
        },
    },
  ) as IpActions
  const view = await renderUi(
    <IpView
      state={state}
      actions={actions}
      t={translator.translatorFor(ipMessages)}
      form={translator.translatorFor(formMessages)}
      failure="Down for repairs"
      appearance={appearance}
      tenant="Acme"
      focus={undefined}
    />,
  )
  return { ...view, calls, ui: within(view.root) }
}

const STATES: Record<string, Shown> = {
  loading: { state: initialIp },
  'failed load': { state: { ...initialIp, phase: 'failed' } },
  hidden: { state: ready, appearance: 'hidden' },
  empty: { state: empty },
  ready: { state: ready },
  on: { state: on },
  'read only': { state: on, appearance: 'viewOnly' },
  'a failed save': { state: { ...on, formError: 'Try later' } },
  'a tested address': { state: { ...on, test: { phase: 'done', result: { ...RESULT, rule: aRule() } } } },
  'a wrong address': { state: { ...on, test: { phase: 'done', error: 'Remove the spaces from the IP address.' } } },
  'adding a rule': { state: { ...ready, dialog: { kind: 'add' } } },
  'a refused rule': { state: { ...ready, dialog: { kind: 'add' }, formError: 'Remove the port' } },
  'editing a rule': { state: { ...ready, dialog: { kind: 'edit', rule: aRule() } } },
  'pasting a list': { state: { ...ready, dialog: { kind: 'paste' } } },
  'a pasted list': {
    state: {
      ...ready,
      dialog: { kind: 'paste' },
      results: [
        { ip: '10.0.0.1', outcome: 'added' },
        { ip: '10.0.0.2', outcome: 'duplicate' },
        { ip: 'x', outcome: 'refused', message: 'Enter a valid IP address' },
      ],
    },
  },
}

describe('the tab of IP restrictions', () => {
  for (const [name, shown] of Object.entries(STATES)) {
    it(`is accessible: ${name}`, async () => {
      await expectNoAxeViolations((await show(shown)).host)
    })
  }

  it('saves the switch and the list at once', async () => {
    const { ui, calls } = await show({ state: ready })
    fireEvent.click(ui.getByRole('switch', { name: 'IP restrictions' }))
    expect(calls).to.deep.equal([['configure', { isActive: true, strategy: 'ALLOW' }]])
    const second = await show({ state: on })
    fireEvent.change(second.ui.getByLabelText('Which IP addresses can access the account'), {
      target: { value: 'BLOCK' },
    })
    expect(second.calls).to.deep.equal([['configure', { isActive: true, strategy: 'BLOCK' }]])
  })

  it('offers to add the user’s own IP address unless the allow list has it', async () => {
    const { ui, calls } = await show({ state: ready })
    expect(ui.getByText('Your IP address is 203.0.113.9.')).to.not.equal(null)
    fireEvent.click(ui.getByRole('button', { name: 'Add my IP' }))
    expect(calls).to.deep.equal([['addMyIp', 'My IP']])
    expect((await show({ state: on })).ui.queryByRole('button', { name: 'Add my IP' })).to.equal(null)
  })

  it('shows values instead of controls to users who can’t change them', async () => {
    for (const shown of [
      { state: on, appearance: 'viewOnly' },
      { state: { ...on, may: { ...may, write: false, remove: false } } },
    ] satisfies Shown[]) {
      const { ui } = await show(shown)
      expect(ui.getByText('Only IP addresses on the allow list can access the account.')).to.not.equal(null)
      expect(ui.queryByRole('switch')).to.equal(null)
      for (const name of ['Add IP address', 'Paste a list', 'Add my IP']) {
        expect(ui.queryByRole('button', { name })).to.equal(null)
      }
      expect(ui.queryByRole('button', { name: /203\.0\.113\.9/ })).to.equal(null, 'no menu of a row')
      expect(ui.getByRole('button', { name: 'Test' })).to.not.equal(null)
    }
  })

  it('shows which rule decides about an IP address', async () => {
    const textOf = async (state: IpState) => (await show({ state })).root.textContent
    const refusedBy = { ...RESULT, rule: aRule({ ip: '203.0.113.0/24', description: 'Old office' }) }
    expect(await textOf({ ...on, test: { phase: 'done', result: refusedBy } })).to.include(
      '203.0.113.9 would be refused by rule 203.0.113.0/24 (Old office).',
    )
    expect(await textOf({ ...on, test: { phase: 'done', result: { ...RESULT, strategy: 'ALLOW' } } })).to.include(
      '203.0.113.9 would be refused: it isn’t on the allow list.',
    )
    const off = { ...RESULT, isAllowed: true }
    expect(await textOf({ ...ready, test: { phase: 'done', result: off } })).to.include(
      'It would be refused if you turned them on.',
    )
  })

  it('adds the typed value without surrounding spaces, and requires an IP address first', async () => {
    const { ui, calls } = await show({ state: { ...ready, dialog: { kind: 'add' } } })
    const dialog = within(ui.getByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await dialog.findByText('Enter an IP address or range.')).to.not.equal(null)
    fireEvent.change(dialog.getByLabelText('IP address or range'), { target: { value: ' 10.0.0.1 ' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }))
    expect(calls).to.deep.equal([['add', { ip: '10.0.0.1', description: '' }]])
  })

  it('offers all rules when there are more than the card shows', async () => {
    const { ui, calls } = await show({ state: ready })
    fireEvent.click(ui.getByRole('button', { name: 'Show all 12' }))
    expect(calls).to.deep.equal([['showAll', true]])
  })
})
